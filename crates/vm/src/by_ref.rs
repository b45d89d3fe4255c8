//! Values that a process keeps by reference: few of them in a list, many in a table.

use hashbrown::HashMap;
use smallvec::SmallVec;

/// A reference's numbers, as a key.
pub type RefKey = [u32; 3];

/// Values beyond which they are looked up in a table.
const FEW: usize = 16;

/// Values by reference. Most processes have one or two, which come and go with each call: for them
/// a list is quicker than a table, and smaller.
pub struct ByRef<V>(Kept<V>);

enum Kept<V> {
    /// The first one lies here: elsewhere it would be another line of the cache to wait for.
    Few(SmallVec<[(RefKey, V); 1]>),
    Many(Box<HashMap<RefKey, V>>),
}

impl<V> Default for ByRef<V> {
    fn default() -> ByRef<V> {
        ByRef(Kept::Few(SmallVec::new()))
    }
}

impl<V> ByRef<V> {
    /// Where a value is in the list. The newest goes first as a rule.
    fn place(list: &[(RefKey, V)], key: &RefKey) -> Option<usize> {
        list.iter().rposition(|(k, _)| k == key)
    }

    /// The value of a reference.
    pub fn get(&self, key: &RefKey) -> Option<&V> {
        match &self.0 {
            Kept::Few(list) => Some(&list[ByRef::place(list, key)?].1),
            Kept::Many(table) => table.get(key),
        }
    }

    /// The value of a reference, to be changed.
    pub fn get_mut(&mut self, key: &RefKey) -> Option<&mut V> {
        match &mut self.0 {
            Kept::Few(list) => {
                let i = ByRef::place(list, key)?;
                Some(&mut list[i].1)
            }
            Kept::Many(table) => table.get_mut(key),
        }
    }

    /// Sets the value of a reference.
    pub fn insert(&mut self, key: RefKey, value: V) {
        match &mut self.0 {
            Kept::Few(list) => match ByRef::place(list, &key) {
                Some(i) => list[i].1 = value,
                None if list.len() < FEW => {
                    list.push((key, value));
                }
                None => {
                    let mut table: HashMap<_, _> = std::mem::take(list).into_iter().collect();
                    table.insert(key, value);
                    self.0 = Kept::Many(Box::new(table));
                }
            },
            Kept::Many(table) => {
                table.insert(key, value);
            }
        }
    }

    /// Takes the value of a reference out.
    pub fn remove(&mut self, key: &RefKey) -> Option<V> {
        match &mut self.0 {
            Kept::Few(list) => Some(list.swap_remove(ByRef::place(list, key)?).1),
            Kept::Many(table) => {
                let value = table.remove(key);
                if table.is_empty() {
                    *self = ByRef::default();
                }
                value
            }
        }
    }

    /// All, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&RefKey, &V)> {
        let (few, many) = match &self.0 {
            Kept::Few(list) => (Some(list), None),
            Kept::Many(table) => (None, Some(table)),
        };
        let few = few.into_iter().flatten().map(|(k, v)| (k, v));
        few.chain(many.into_iter().flat_map(|table| table.iter()))
    }

    /// All values, in no order.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, v)| v)
    }

    /// Gives all away, in no order.
    pub fn into_all(self) -> Vec<(RefKey, V)> {
        match self.0 {
            Kept::Few(list) => list.into_vec(),
            Kept::Many(table) => table.into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_table() {
        let (mut all, mut model) = (ByRef::default(), HashMap::new());
        let mut seed = 1_u64;
        for n in 0..20_000_u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Few for some time, then many.
            let key = [(seed >> 33) as u32 & (n >> 8 & 63), 0, 7];
            match seed >> 60 {
                0..9 => {
                    all.insert(key, n);
                    model.insert(key, n);
                }
                9..15 => assert_eq!(all.remove(&key), model.remove(&key)),
                _ => {
                    if let Some(v) = all.get_mut(&key) {
                        *v += 1;
                        *model.get_mut(&key).expect("the same") += 1;
                    }
                }
            }
            assert_eq!(all.get(&key), model.get(&key));
            if n % 100 == 0 {
                let mut own: Vec<_> = all.iter().map(|(k, v)| (*k, *v)).collect();
                let mut expected: Vec<_> = model.iter().map(|(k, v)| (*k, *v)).collect();
                own.sort_unstable();
                expected.sort_unstable();
                assert_eq!(own, expected);
            }
        }
        let mut all = all.into_all();
        all.sort_unstable();
        let mut expected: Vec<_> = model.into_iter().collect();
        expected.sort_unstable();
        assert_eq!(all, expected);
    }
}
