//! The statistics of `maser tune`: paired t intervals of logarithms.
//!
//! Each round runs every setting once, so a time and that of the default in the same round make a
//! pair: what slows the machine down for a while slows both, and its difference is what is looked
//! at. Times differ by factors, so the difference is one of logarithms.

/// The mean of some numbers, and between what it lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub mean: f64,
    pub high: f64,
}

/// The interval in which the mean lies with a probability of `1 - alpha`, if the numbers are
/// independent and not too far from a normal distribution (Student's t). Of one number: anything.
pub fn interval(numbers: &[f64], alpha: f64) -> Interval {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    if numbers.len() < 2 {
        return Interval { low: f64::NEG_INFINITY, mean, high: f64::INFINITY };
    }
    let variance = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    let half = quantile(n - 1.0, 1.0 - alpha / 2.0) * (variance / n).sqrt();
    Interval { low: mean - half, mean, high: mean + half }
}

/// The logarithm of how many times as fast as `base` these times are, for each pair.
pub fn gains(base: &[f64], times: &[f64]) -> Vec<f64> {
    base.iter().zip(times).map(|(b, t)| (b / t).ln()).collect()
}

/// Below what Student's t with so many degrees of freedom stays with probability `p`, which is at
/// least one half.
fn quantile(freedom: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while distribution(freedom, high) < p && high < 1e12 {
        high *= 2.0;
    }
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if distribution(freedom, middle) < p { low = middle } else { high = middle }
    }
    high
}

/// With what probability Student's t stays below `t`, which is not negative.
fn distribution(freedom: f64, t: f64) -> f64 {
    1.0 - beta(freedom / (freedom + t * t), freedom / 2.0, 0.5) / 2.0
}

/// The regularised incomplete beta function, by its continued fraction (Lentz's method).
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // It converges quickly on one side of the mean; the other follows by symmetry.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(1.0 - x, b, a);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    let not_zero = |v: f64| if v.abs() < 1e-300 { 1e-300 } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut product = d;
    for m in 1..500 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for term in [even, odd] {
            d = 1.0 / not_zero(1.0 + term * d);
            c = not_zero(1.0 + term / c);
            step = c * d;
            product *= step;
        }
        if (step - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * product / a
}

/// The logarithm of the gamma function of a positive number: Stirling's series, where it is exact
/// enough.
fn ln_gamma(x: f64) -> f64 {
    if x < 12.0 {
        return ln_gamma(x + 1.0) - x.ln();
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + (std::f64::consts::TAU).ln() / 2.0 + series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_near(got: f64, wanted: f64) {
        assert!((got - wanted).abs() < 6e-4 * wanted.abs().max(1.0), "{got}, not {wanted}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, p, wanted) in [
            (1.0, 0.975, 12.706),
            (2.0, 0.95, 2.920),
            (3.0, 0.995, 5.841),
            (5.0, 0.975, 2.571),
            (10.0, 0.9995, 4.587),
            (19.0, 0.975, 2.093),
            (30.0, 0.75, 0.683),
            (1000.0, 0.975, 1.962),
        ] {
            check_near(quantile(freedom, p), wanted);
        }
        check_near(quantile(7.0, 0.5), 0.0);
    }

    #[test]
    fn intervals_of_known_samples() {
        // Mean 5, standard deviation 2.13809, t(7, 0.975) = 2.36462.
        let i = interval(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], 0.05);
        check_near(i.mean, 5.0);
        check_near(i.low, 5.0 - 2.36462 * 2.13809 / 8f64.sqrt());
        check_near(i.high - i.mean, i.mean - i.low);
        assert_eq!(interval(&[3.0; 4], 0.05), Interval { low: 3.0, mean: 3.0, high: 3.0 });
        assert_eq!(interval(&[3.0], 0.05).high, f64::INFINITY);
    }
}
