//! Resources: memory of a library's that terms keep alive.
//!
//! ```text
//!  term (a reference) ──counted──► Resource ──► type: callbacks, the library that has it now
//!  C code: address of the bytes ──► [ *Resource | bytes … ]
//! ```
//! Each term that names a resource, and each `enif_alloc_resource` and `enif_keep_resource` that
//! has not been released, is a counted reference. With the last of them goes the resource: its
//! destructor is called, at once if C code gives up that reference, else when the thread that has
//! found it has put down what it has in hand ([`vm::finalizer`]). A type with callbacks keeps its
//! library open as long as there is a resource of it.

use crate::abi::ResourceTypeInit;
use crate::check;
use crate::env::{Env, Kind};
use crate::ffi::{Array, NifTerm, Opaque, Out, Text};
use crate::open::Library;
use crate::table::{Row, row};
use crate::watchers::Monitors;
use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use term::print::display;
use term::{Atom, Term};
use vm::{finalizer, system};

/// Rows of this file.
pub const ROWS: &[Row] = &[
    row!(
        enif_open_resource_type,
        "ErlNifResourceType*(ErlNifEnv*, const char* module_str, const char* name_str, void (*dtor)(ErlNifEnv*,void *), ErlNifResourceFlags flags, ErlNifResourceFlags* tried)",
        "1.0",
        "Makes a type of resources, or takes one over from older code."
    ),
    row!(
        enif_open_resource_type_x,
        "ErlNifResourceType*(ErlNifEnv*, const char* name_str, const ErlNifResourceTypeInit*, ErlNifResourceFlags flags, ErlNifResourceFlags* tried)",
        "2.12",
        "The same, with further callbacks."
    ),
    row!(
        enif_init_resource_type,
        "ErlNifResourceType*(ErlNifEnv*, const char* name_str, const ErlNifResourceTypeInit*, ErlNifResourceFlags flags, ErlNifResourceFlags* tried)",
        "2.16",
        "The same, with as many callbacks as are said to be there."
    ),
    row!(
        enif_alloc_resource,
        "void *(ErlNifResourceType *type, size_t size)",
        "1.0",
        "Makes a resource."
    ),
    row!(enif_release_resource, "void(void* obj)", "1.0", "Gives up a reference to a resource."),
    row!(enif_keep_resource, "void(void* obj)", "2.0", "Takes another reference to a resource."),
    row!(
        enif_make_resource,
        "ERL_NIF_TERM(ErlNifEnv*, void* obj)",
        "1.0",
        "A term that names a resource."
    ),
    row!(
        enif_make_resource_binary,
        "ERL_NIF_TERM(ErlNifEnv*,void* obj,const void* data, size_t size)",
        "2.0",
        "A binary that keeps a resource alive."
    ),
    row!(
        enif_get_resource,
        "int(ErlNifEnv*, ERL_NIF_TERM term, ErlNifResourceType* type, void** objp)",
        "1.0",
        "The resource that a term names."
    ),
    row!(enif_sizeof_resource, "size_t(void* obj)", "1.0", "The bytes of a resource."),
    row!(
        enif_dynamic_resource_call,
        "int(ErlNifEnv*, ERL_NIF_TERM mod, ERL_NIF_TERM name, ERL_NIF_TERM rsrc, void* call_data)",
        "2.16",
        "Calls back the library of a resource, by the name of its type."
    ),
];

/// `ErlNifResourceType`. It lives for ever, as C code keeps its address.
pub struct ResourceType {
    module: Atom,
    name: Atom,
    state: Mutex<TypeState>,
}

struct TypeState {
    callbacks: ResourceTypeInit,
    /// The library that has it; none once that is gone and no resource is left.
    owner: Weak<Library>,
    /// The same, as long as there are resources.
    keeps: Option<Arc<Library>>,
    /// How many resources there are.
    alive: usize,
}

/// No callbacks.
const NO_CALLBACKS: ResourceTypeInit =
    ResourceTypeInit { dtor: None, stop: None, down: None, members: 0, dyncall: None };

/// Whether code of the library is called for resources.
fn has_callbacks(of: &ResourceTypeInit) -> bool {
    of.dtor.is_some() || of.stop.is_some() || of.down.is_some() || of.dyncall.is_some()
}

impl ResourceType {
    fn state(&self) -> MutexGuard<'_, TypeState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The callbacks.
    pub(crate) fn callbacks(&self) -> ResourceTypeInit {
        self.state().callbacks
    }

    /// The callbacks, and the library whose code they are, which stays as long as it is kept. There
    /// is a resource of the type.
    pub(crate) fn callbacks_of(&self) -> (ResourceTypeInit, Option<Arc<Library>>) {
        let state = self.state();
        (state.callbacks, state.keeps.clone())
    }

    /// Runs what calls a callback of the library's, so that faults in it are told as its own: for
    /// example `./fast.so, called as dtor of fast:buffer`.
    pub(crate) fn within<R>(
        &self,
        callback: &str,
        library: Option<&Library>,
        call: impl FnOnce() -> R,
    ) -> R {
        let what = || {
            let path = library.map_or("a library".into(), |l| l.path.to_string_lossy());
            let [module, name] = [self.module, self.name].map(|a| display(Term::atom(a)));
            format!("{path}, called as {callback} of {module}:{name}")
        };
        vm::faults::within_callback(&what, call)
    }
}

/// All types. One whose library has gone is used again when its name is opened again.
static TYPES: Mutex<Vec<&'static ResourceType>> = Mutex::new(Vec::new());

fn types() -> MutexGuard<'static, Vec<&'static ResourceType>> {
    TYPES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The types that a library opens while it is being loaded; they are its own once it has been
/// loaded in order.
pub struct Opening {
    library: Arc<Library>,
    opened: Vec<(&'static ResourceType, ResourceTypeInit)>,
}

impl Opening {
    pub(crate) fn new(library: Arc<Library>) -> Opening {
        Opening { library, opened: Vec::new() }
    }

    /// The library has been loaded.
    pub(crate) fn commit(self) {
        for (kind, callbacks) in self.opened {
            let mut state = kind.state();
            state.callbacks = callbacks;
            state.owner = Arc::downgrade(&self.library);
            // An old library goes once nothing holds the lock.
            let old = state.keeps.take();
            if state.alive > 0 && has_callbacks(&callbacks) {
                state.keeps = Some(self.library.clone());
            }
            drop(state);
            drop(old);
        }
    }
}

/// A resource. References to it are counted by an [`Arc`].
pub struct Resource(ManuallyDrop<Box<Inner>>);

/// The parts of a resource.
pub(crate) struct Inner {
    pub(crate) kind: &'static ResourceType,
    /// The numbers of the references that name it.
    pub(crate) numbers: [u32; 3],
    size: usize,
    /// The first word is the address of the [`Resource`]; the bytes begin with the second.
    memory: Box<[Aligned]>,
    pub(crate) monitors: Mutex<Monitors>,
}

/// 16 bytes, aligned for all that C code may keep in them.
#[derive(Copy, Clone, Default)]
#[repr(C, align(16))]
struct Aligned([u64; 2]);

impl Resource {
    fn new(kind: &'static ResourceType, size: usize) -> Arc<Resource> {
        let memory = vec![Aligned::default(); 1 + size.div_ceil(16)].into_boxed_slice();
        let monitors = Mutex::default();
        let inner = Inner { kind, numbers: system::new_ref(), size, memory, monitors };
        let resource = Arc::new(Resource(ManuallyDrop::new(Box::new(inner))));
        let first: *const Aligned = resource.0.memory.as_ptr();
        // SAFETY: the first word is the resource's own, and nobody else knows of the memory yet.
        unsafe { first.cast_mut().cast::<*const Resource>().write(Arc::as_ptr(&resource)) };
        let mut state = kind.state();
        if state.alive == 0 && has_callbacks(&state.callbacks) {
            state.keeps = state.owner.upgrade();
        }
        state.alive += 1;
        drop(state);
        resource
    }

    /// Its parts.
    pub(crate) fn inner(&self) -> &Inner {
        &self.0
    }

    /// Its bytes, as C code knows them.
    pub(crate) fn bytes(&self) -> Opaque {
        self.0.bytes()
    }
}

impl Inner {
    fn bytes(&self) -> Opaque {
        self.memory.as_ptr().wrapping_add(1).cast_mut().cast()
    }

    /// Calls the destructor. Nothing refers to the resource any more.
    fn destroy(self) {
        self.monitors.lock().unwrap_or_else(PoisonError::into_inner).end();
        let (callbacks, library) = self.kind.callbacks_of();
        if let Some(dtor) = callbacks.dtor {
            let mut env = Env::with_heap(Kind::Callback, library.as_deref());
            self.kind.within("dtor", library.as_deref(), || {
                // SAFETY: the library has this destructor for resources of this type, and is kept
                // open. Nobody else has the bytes.
                unsafe { dtor(&mut env, self.bytes()) };
            });
        }
        let mut state = self.kind.state();
        state.alive -= 1;
        let keeps = if state.alive == 0 { state.keeps.take() } else { None };
        drop(state);
        drop((keeps, library));
    }
}

impl Drop for Resource {
    fn drop(&mut self) {
        // SAFETY: the value is dropped once, and its field is not used afterwards.
        let inner = unsafe { ManuallyDrop::take(&mut self.0) };
        finalizer::later(Box::new(move || inner.destroy()));
    }
}

/// The address of a resource's bytes, as C code has it.
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct Object(NonNull<c_void>);

impl Object {
    /// The resource.
    #[inline]
    pub(crate) fn resource(&self) -> &Resource {
        // SAFETY: C code has the address from `enif_alloc_resource` or `enif_get_resource` and
        // holds a reference, or a term that does. The word before the bytes is the resource's
        // address.
        unsafe { &**self.0.as_ptr().cast::<Aligned>().sub(1).cast::<*const Resource>() }
    }

    /// Another reference to it.
    pub(crate) fn keep(&self) -> Arc<Resource> {
        let resource: *const Resource = self.resource();
        // SAFETY: the resource lies in an `Arc`, of which C code holds a reference meanwhile, or a
        // term does.
        unsafe {
            Arc::increment_strong_count(resource);
            Arc::from_raw(resource)
        }
    }
}

/// The flag for a new type, and that for one of older code.
const CREATE: c_int = 1;
const TAKE_OVER: c_int = 2;

/// Opens a type of resources, for the library that is being loaded.
fn open_type(
    env: &mut Env,
    name: &[u8],
    callbacks: ResourceTypeInit,
    flags: c_int,
    tried: Option<Out<c_int>>,
) -> Option<&'static ResourceType> {
    let Some(opening) = env.opening() else {
        if let Some(mut tried) = tried {
            tried.set(flags);
        }
        return None;
    };
    // SAFETY: `call_load` lends it for as long as the environment lives, and nobody else uses it
    // meanwhile.
    let opening: &mut Opening = unsafe { opening.cast().as_mut() };
    let name: String = name.iter().map(|&b| char::from(b)).collect();
    let (module, name) = (opening.library.module, Atom::new(&name));
    let mut all = types();
    let known = all.iter().copied().find(|t| t.module == module && t.name == name);
    let living = known.filter(|t| {
        let state = t.state();
        state.alive > 0 || state.owner.strong_count() > 0
    });
    let way = if living.is_some() { TAKE_OVER } else { CREATE };
    let allowed = flags & way != 0;
    if let Some(mut tried) = tried {
        tried.set(if allowed { way } else { flags });
    }
    if !allowed {
        return None;
    }
    let kind = known.unwrap_or_else(|| {
        let state =
            TypeState { callbacks: NO_CALLBACKS, owner: Weak::new(), keeps: None, alive: 0 };
        let kind = Box::leak(Box::new(ResourceType { module, name, state: Mutex::new(state) }));
        all.push(kind);
        kind
    });
    drop(all);
    opening.opened.push((kind, callbacks));
    Some(kind)
}

/// Opens a type of resources; null if its flags do not allow it, or not while the library is being
/// loaded. The module has to be null.
#[unsafe(no_mangle)]
pub extern "C" fn enif_open_resource_type(
    env: &mut Env,
    module: Option<Text>,
    name: Text,
    dtor: Option<unsafe extern "C" fn(*mut Env, *mut c_void)>,
    flags: c_int,
    tried: Option<Out<c_int>>,
) -> Option<&'static ResourceType> {
    if module.is_some() {
        return None;
    }
    open_type(env, name.bytes(), ResourceTypeInit { dtor, ..NO_CALLBACKS }, flags, tried)
}

/// Opens a type of resources with the callbacks that version 2.12 has.
#[unsafe(no_mangle)]
pub extern "C" fn enif_open_resource_type_x(
    env: &mut Env,
    name: Text,
    init: Array<c_void>,
    flags: c_int,
    tried: Option<Out<c_int>>,
) -> Option<&'static ResourceType> {
    open_type(env, name.bytes(), callbacks(init, Some(3)), flags, tried)
}

/// Opens a type of resources with as many callbacks as the structure says.
#[unsafe(no_mangle)]
pub extern "C" fn enif_init_resource_type(
    env: &mut Env,
    name: Text,
    init: Array<c_void>,
    flags: c_int,
    tried: Option<Out<c_int>>,
) -> Option<&'static ResourceType> {
    open_type(env, name.bytes(), callbacks(init, None), flags, tried)
}

/// The callbacks of a structure, which older libraries have shorter: three of them, without their
/// number, before 2.16.
fn callbacks(init: Array<c_void>, number: Option<c_int>) -> ResourceTypeInit {
    let init: *const ResourceTypeInit = init.address().cast();
    // SAFETY: C code passes such a structure; one whose number of callbacks is read has that field,
    // and it has the further ones that it counts.
    unsafe {
        let n = number.unwrap_or_else(|| (*init).members);
        ResourceTypeInit {
            dtor: if n > 0 { (*init).dtor } else { None },
            stop: if n > 1 { (*init).stop } else { None },
            down: if n > 2 { (*init).down } else { None },
            members: n,
            dyncall: if n > 3 { (*init).dyncall } else { None },
        }
    }
}

/// Makes a resource of so many bytes, with one reference, which the caller has. The bytes are
/// zeros.
#[unsafe(no_mangle)]
pub extern "C" fn enif_alloc_resource(kind: &'static ResourceType, size: usize) -> Opaque {
    let resource = Resource::new(kind, size);
    let bytes = resource.bytes();
    let _ = Arc::into_raw(resource);
    bytes
}

/// Gives up a reference. With the last one the destructor is called, before this returns.
#[unsafe(no_mangle)]
pub extern "C" fn enif_release_resource(object: Object) {
    // SAFETY: C code has a reference, which it gives up by this call.
    let resource = unsafe { Arc::from_raw(std::ptr::from_ref(object.resource())) };
    if let Some(resource) = Arc::into_inner(resource) {
        let mut resource = ManuallyDrop::new(resource);
        // SAFETY: the resource is not used any more, and not dropped.
        let inner = unsafe { ManuallyDrop::take(&mut resource.0) };
        inner.destroy();
    }
}

/// Takes another reference.
#[unsafe(no_mangle)]
pub extern "C" fn enif_keep_resource(object: Object) -> c_int {
    let _ = Arc::into_raw(object.keep());
    1
}

/// A reference, in the sense of Erlang, that names the resource. All of one resource are equal.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_resource(env: &Env, object: Object) -> NifTerm {
    let resource = object.keep();
    env.give(|heap| name(heap, resource))
}

/// The term that names a resource.
pub(crate) fn name<'h>(heap: &'h term::Heap, resource: Arc<Resource>) -> Term<'h> {
    let numbers = resource.inner().numbers;
    let weak: Weak<dyn std::any::Any + Send + Sync> = Arc::downgrade(&resource) as _;
    vm::magic::remember(numbers, weak);
    heap.magic_ref(numbers, resource)
}

/// A binary with these bytes, which keeps the resource alive.
#[unsafe(no_mangle)]
pub extern "C" fn enif_make_resource_binary(
    env: &Env,
    object: Object,
    data: Array<u8>,
    size: usize,
) -> NifTerm {
    let bytes = data.of_len(size);
    let bin = term::RefBin::with_owner(bytes, object.keep());
    env.give(|heap| heap.binary_from(bin, size))
}

/// The bytes of the resource that the term names, if it is of this type.
#[unsafe(no_mangle)]
pub extern "C" fn enif_get_resource(
    env: &Env,
    term: NifTerm,
    kind: &'static ResourceType,
    mut object: Out<Opaque>,
) -> c_int {
    // By far most terms are references, and of the type that is asked for.
    let reference = if check::is_on() { None } else { term.get().as_ref() };
    match reference.and_then(|reference| reference.magic_as::<Resource>()) {
        Some(resource) if std::ptr::eq(resource.inner().kind, kind) => {
            object.set(resource.bytes());
            1
        }
        _ => resource_apart(env, term, kind, object),
    }
}

#[cold]
#[inline(never)]
extern "C" fn resource_apart(
    env: &Env,
    term: NifTerm,
    kind: &'static ResourceType,
    mut object: Out<Opaque>,
) -> c_int {
    match resource_of(term.of_env(env)) {
        Some(resource) if std::ptr::eq(resource.inner().kind, kind) => {
            object.set(resource.bytes());
            1
        }
        _ => 0,
    }
}

/// The resource that a term names: as a reference, or as a binary that keeps it.
fn resource_of<'h>(t: Term<'h>) -> Option<Arc<Resource>> {
    match t.as_ref() {
        Some(reference) => reference.magic()?.downcast().ok(),
        None => t.as_ref_bin()?.owner()?.clone().downcast().ok(),
    }
}

/// The number of bytes that the resource has been made with.
#[unsafe(no_mangle)]
pub extern "C" fn enif_sizeof_resource(object: Object) -> usize {
    object.resource().inner().size
}

/// Calls the `dyncall` of the type with this name, if the term names a resource of it: 0; else 1.
#[unsafe(no_mangle)]
pub extern "C" fn enif_dynamic_resource_call(
    env: &mut Env,
    module: NifTerm,
    name: NifTerm,
    resource: NifTerm,
    data: Array<c_void>,
) -> c_int {
    let (module, name) = (module.of_env(env).as_atom(), name.of_env(env).as_atom());
    let Some(resource) = resource_of(resource.of_env(env)) else { return 1 };
    let kind = resource.inner().kind;
    if module != Some(kind.module) || name != Some(kind.name) {
        return 1;
    }
    let (callbacks, library) = kind.callbacks_of();
    let Some(dyncall) = callbacks.dyncall else { return 1 };
    kind.within("dyncall", library.as_deref(), || {
        // SAFETY: the library has this function for resources of this type, and is kept open. The
        // term keeps the resource alive.
        unsafe { dyncall(env, resource.bytes(), data.address().cast_mut()) };
    });
    0
}
