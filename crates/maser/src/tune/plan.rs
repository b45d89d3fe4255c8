//! The settings that `maser tune` tries, and how a command is told of them.

use std::ffi::OsString;
use std::path::Path;
use tune::Tune;

/// A setting, or several at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// The group of settings for the same thing: only one of a group is used at a time.
    pub group: &'static str,
    /// Flags that any emulator knows.
    pub flags: Vec<String>,
    /// Tunables.
    pub tune: Vec<(Tune, u32)>,
    /// Other variables of the environment.
    pub env: Vec<(&'static str, String)>,
}

impl Setting {
    fn flag(group: &'static str, flag: String) -> Setting {
        Setting { group, flags: vec![flag], tune: vec![], env: vec![] }
    }

    fn tune(group: &'static str, tune: &[(Tune, u32)]) -> Setting {
        Setting { group, flags: vec![], tune: tune.to_vec(), env: vec![] }
    }

    fn variable(group: &'static str, name: &'static str, value: &str) -> Setting {
        Setting { env: vec![(name, value.into())], ..Setting::tune(group, &[]) }
    }

    /// All of these at once.
    pub fn together(settings: &[&Setting]) -> Setting {
        let mut all = Setting { group: "all", flags: vec![], tune: vec![], env: vec![] };
        for s in settings {
            all.flags.extend_from_slice(&s.flags);
            all.tune.extend_from_slice(&s.tune);
            all.env.extend_from_slice(&s.env);
        }
        all
    }

    /// As flags of `maser`, with variables before them.
    pub fn shown(&self) -> String {
        let env = self.env.iter().map(|(name, value)| format!("{name}={value}"));
        let tune = self.tune.iter().map(|(t, n)| format!("+tune {}={n}", t.row().name));
        env.chain(self.flags.iter().cloned()).chain(tune).collect::<Vec<_>>().join(" ")
    }

    /// The variables that tell a command. Flags stand before its own, which override them.
    pub fn variables(&self) -> Vec<(&'static str, OsString)> {
        let tune = self.tune.iter().map(|(t, n)| format!("{}={n}", t.row().name));
        let tune = tune.collect::<Vec<_>>().join(",");
        let mut all = Vec::new();
        if !self.flags.is_empty() {
            all.push(("ERL_AFLAGS", beside("ERL_AFLAGS", " ", &self.flags.join(" "))));
        }
        if !tune.is_empty() {
            all.push(("MASER_TUNE", beside("MASER_TUNE", ",", &tune)));
        }
        all.extend(self.env.iter().map(|(name, value)| (*name, value.into())));
        all
    }
}

/// A variable's value with a word added.
fn beside(name: &str, between: &str, more: &str) -> OsString {
    let mut all = std::env::var_os(name).unwrap_or_default();
    if !all.is_empty() {
        all.push(between);
    }
    all.push(more);
    all
}

/// All settings for a machine of so many processors; an emulator that has been compiled by a
/// profile is one of them.
pub fn settings(processors: usize, profiled: Option<&Path>) -> Vec<Setting> {
    let mut all = Vec::new();
    let mut schedulers = vec![1, processors / 2];
    schedulers.retain(|&n| n > 0 && n < processors);
    schedulers.dedup();
    all.extend(schedulers.iter().map(|n| Setting::flag("schedulers", format!("+S {n}:{n}"))));
    all.push(Setting::flag("binding", "+sbt db".into()));
    for words in [4000, 40_000, 400_000] {
        all.push(Setting::flag("least heap", format!("+hms {words}")));
    }
    let tunables: [(&str, &[(Tune, u32)]); 12] = [
        ("growth", &[(Tune::HeapGrowth, 200)]),
        ("growth", &[(Tune::HeapGrowth, 800)]),
        ("nursery", &[(Tune::NurseryAfter, 1), (Tune::NurseryMost, 32_768)]),
        ("slices", &[(Tune::Slice, 1000)]),
        ("slices", &[(Tune::Slice, 16_000)]),
        ("spinning", &[(Tune::SpinTime, 0)]),
        ("spinning", &[(Tune::SpinTime, 500)]),
        ("polling", &[(Tune::PollPeriod, 20)]),
        ("polling", &[(Tune::PollPeriod, 1000)]),
        ("sharing", &[(Tune::ShareBacklog, 500)]),
        ("sharing", &[(Tune::ShareBacklog, 20_000)]),
        ("native code", &[(Tune::NativeGrace, 0), (Tune::NativePeriod, 64)]),
    ];
    all.extend(tunables.iter().map(|(group, tune)| Setting::tune(group, tune)));
    let variables = [
        ("native code", "MASER_NATIVE_MODE", "off"),
        ("huge code", "MASER_HUGE_CODE_PAGES", "true"),
        ("huge code", "MASER_HUGE_CODE_PAGES", "false"),
        ("huge heaps", "MASER_HUGE_HEAPS", "true"),
    ];
    all.extend(variables.iter().map(|&(group, name, value)| Setting::variable(group, name, value)));
    let profiled = profiled.and_then(Path::to_str);
    all.extend(profiled.map(|file| Setting::variable("profile", "MASER_EMU", file)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_possible_and_not_the_defaults() {
        for setting in settings(8, None) {
            for (which, value) in &setting.tune {
                let row = which.row();
                assert!((row.least..=row.most).contains(value), "{}", row.name);
                assert_ne!(*value, row.default, "{}", row.name);
            }
        }
    }

    #[test]
    fn an_emulator_of_a_profile_is_a_setting() {
        let all = settings(2, Some(Path::new("/p/maser-emu")));
        assert_eq!(all.last().unwrap().shown(), "MASER_EMU=/p/maser-emu");
        assert_eq!(all.last().unwrap().variables(), [("MASER_EMU", "/p/maser-emu".into())]);
    }

    #[test]
    fn schedulers_fit_the_machine() {
        let of = |processors| -> Vec<String> {
            let all = settings(processors, None).into_iter().filter(|s| s.group == "schedulers");
            all.map(|s| s.shown()).collect()
        };
        assert_eq!(of(1), Vec::<String>::new());
        assert_eq!(of(2), ["+S 1:1"]);
        assert_eq!(of(8), ["+S 1:1", "+S 4:4"]);
    }

    #[test]
    fn several_settings_at_once() {
        let heap = Setting::flag("least heap", "+hms 4000".into());
        let spin = Setting::tune("spinning", &[(Tune::SpinTime, 0)]);
        let poll = Setting::tune("polling", &[(Tune::PollPeriod, 20)]);
        let all = Setting::together(&[&heap, &spin, &poll]);
        assert_eq!(all.shown(), "+hms 4000 +tune spin_time=0 +tune poll_period=20");
        let variables = all.variables();
        assert_eq!(variables[1].0, "MASER_TUNE");
        assert!(variables[1].1.to_string_lossy().ends_with("spin_time=0,poll_period=20"));
    }
}
