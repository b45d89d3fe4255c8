//! Magic references that must be found again when they come back from outside, as external terms.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, Weak};
use term::{Heap, Term};

struct Live {
    objects: HashMap<[u32; 3], Weak<dyn Any + Send + Sync>>,
    /// Number of entries beyond which those of dead objects are removed.
    limit: usize,
}

static LIVE: RwLock<Option<Live>> = RwLock::new(None);

/// Remembers an object by the numbers of its reference, as long as it lives.
pub fn remember(numbers: [u32; 3], object: Weak<dyn Any + Send + Sync>) {
    let mut live = LIVE.write().unwrap_or_else(PoisonError::into_inner);
    let live = live.get_or_insert_with(|| {
        let _ = term::etf::MAGIC_REF.set(find);
        Live { objects: HashMap::new(), limit: 1024 }
    });
    if live.objects.len() >= live.limit {
        live.objects.retain(|_, o| o.strong_count() != 0);
        live.limit = (live.objects.len() * 2).max(1024);
    }
    live.objects.insert(numbers, object);
}

/// Whether a reference with these numbers has been one to an object that was to be found again,
/// which may be forgotten when the object has gone.
pub fn is_known(numbers: [u32; 3]) -> bool {
    let live = LIVE.read().unwrap_or_else(PoisonError::into_inner);
    live.as_ref().is_some_and(|live| live.objects.contains_key(&numbers))
}

/// A new magic reference to an object, which is remembered.
pub fn reference<'h, T: Any + Send + Sync>(heap: &'h Heap, object: Arc<T>) -> Term<'h> {
    let numbers = crate::system::new_ref();
    let object: Arc<dyn Any + Send + Sync> = object;
    remember(numbers, Arc::downgrade(&object));
    heap.magic_ref(numbers, object)
}

fn find(heap: &Heap, numbers: [u32; 3]) -> Option<Term<'_>> {
    let live = LIVE.read().unwrap_or_else(PoisonError::into_inner);
    let object = live.as_ref()?.objects.get(&numbers)?.upgrade()?;
    Some(heap.magic_ref(numbers, object))
}
