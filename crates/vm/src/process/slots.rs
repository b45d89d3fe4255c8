//! Places in a process for values of which it knows nothing: each part of the emulator that keeps
//! something of few processes has a type for that.

use std::any::Any;

/// Values by their types, at most one of each.
#[derive(Default)]
pub struct Slots(Vec<Box<dyn Any>>);

impl Slots {
    /// The value of this type.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.0.iter().find_map(|value| value.downcast_ref())
    }

    /// The value of this type, to be changed.
    pub fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.0.iter_mut().find_map(|value| value.downcast_mut())
    }

    /// The value of this type, made if there is none.
    pub fn get_or_default<T: Default + 'static>(&mut self) -> &mut T {
        let at = self.0.iter().position(|value| value.is::<T>());
        let at = at.unwrap_or_else(|| {
            self.0.push(Box::<T>::default());
            self.0.len() - 1
        });
        self.0[at].downcast_mut().expect("the type that has been looked for")
    }

    /// Puts a value there; gives the one that was there before.
    pub fn put<T: 'static>(&mut self, value: T) -> Option<T> {
        let old = self.take();
        self.0.push(Box::new(value));
        old
    }

    /// Takes the value of this type out.
    pub fn take<T: 'static>(&mut self) -> Option<T> {
        let at = self.0.iter().position(|value| value.is::<T>())?;
        self.0.swap_remove(at).downcast().ok().map(|value| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_of_each_type() {
        let mut slots = Slots::default();
        assert_eq!((slots.put(1_u8), slots.put(2_u16), slots.put(3_u8)), (None, None, Some(1)));
        *slots.get_or_default::<u16>() += 1;
        assert_eq!((slots.get::<u8>(), slots.get::<u16>()), (Some(&3), Some(&3)));
        assert_eq!((slots.take::<u8>(), slots.take::<u8>()), (Some(3), None));
        assert_eq!(*slots.get_or_default::<u32>(), 0);
    }
}
