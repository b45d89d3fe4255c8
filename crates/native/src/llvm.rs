//! LLVM: from the text of a module to an object.

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::error::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::support::LLVMParseCommandLineOptions;
use llvm_sys::target::*;
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;
use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;
use std::sync::Once;

/// As good as the whole of O2 for this code, in half the time.
const PASSES: &CStr = c"function(sroa,early-cse<memssa>,jump-threading,simplifycfg,instcombine<no-verify-fixpoint>,gvn,dse,simplifycfg)";

/// Loops are short, and registers few: those that count the same in several ways must not be more.
const OPTIONS: [&CStr; 2] = [c"maser-native", c"-disable-lsr"];

/// Compiles a module to an ELF object.
pub fn object(text: &str) -> Result<Vec<u8>, String> {
    Ok(compiled(text, LLVMCodeGenFileType::LLVMObjectFile)?.1)
}

/// A module's text after optimisation, and the assembly of that.
pub fn listings(text: &str) -> Result<(String, String), String> {
    let (optimised, assembly) = compiled(text, LLVMCodeGenFileType::LLVMAssemblyFile)?;
    Ok((optimised, String::from_utf8_lossy(&assembly).into_owned()))
}

/// Compiles a module. The first part is its optimised text, if it is not for an object.
fn compiled(text: &str, kind: LLVMCodeGenFileType) -> Result<(String, Vec<u8>), String> {
    // SAFETY: the functions are called as their documentation asks; what they give is freed once.
    unsafe {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let options = OPTIONS.map(CStr::as_ptr);
            LLVMParseCommandLineOptions(options.len() as i32, options.as_ptr(), std::ptr::null());
        });
        LLVM_InitializeAllTargetInfos();
        LLVM_InitializeAllTargets();
        LLVM_InitializeAllTargetMCs();
        LLVM_InitializeAllAsmPrinters();
        let context = LLVMContextCreate();
        let name = c"module";
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
            text.as_ptr().cast(),
            text.len(),
            name.as_ptr(),
        );
        let (mut module, mut message) = (null_mut(), null_mut());
        if LLVMParseIRInContext2(context, buffer, &mut module, &mut message) != 0 {
            return Err(said(message));
        }
        // A fault in the text makes wrong code silently otherwise.
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        if LLVMVerifyModule(module, action, &mut message) != 0 {
            return Err(said(message));
        }
        LLVMDisposeMessage(message);
        let machine = machine()?;
        let options = LLVMCreatePassBuilderOptions();
        let failed = LLVMRunPasses(module, PASSES.as_ptr(), machine, options);
        LLVMDisposePassBuilderOptions(options);
        if !failed.is_null() {
            let text = LLVMGetErrorMessage(failed);
            let error = CStr::from_ptr(text).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(text);
            return Err(error);
        }
        let mut optimised = String::new();
        if kind == LLVMCodeGenFileType::LLVMAssemblyFile {
            let text = LLVMPrintModuleToString(module);
            optimised = CStr::from_ptr(text).to_string_lossy().into_owned();
            LLVMDisposeMessage(text);
        }
        let mut out = null_mut();
        if LLVMTargetMachineEmitToMemoryBuffer(machine, module, kind, &mut message, &mut out) != 0 {
            return Err(said(message));
        }
        let (start, size) = (LLVMGetBufferStart(out), LLVMGetBufferSize(out));
        let made = std::slice::from_raw_parts(start.cast::<u8>(), size).to_vec();
        LLVMDisposeMemoryBuffer(out);
        LLVMDisposeModule(module);
        LLVMDisposeTargetMachine(machine);
        LLVMContextDispose(context);
        Ok((optimised, made))
    }
}

/// The message of LLVM.
///
/// # Safety
/// `message` is one of LLVM's, or null.
unsafe fn said(message: *mut c_char) -> String {
    if message.is_null() {
        return "LLVM has failed".into();
    }
    // SAFETY: the caller hands over a string that LLVM has made; it ends with a zero byte, is read
    // before it is freed, and is freed once, here.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// For the processor that this runs on.
///
/// # Safety
/// Targets have been initialised.
unsafe fn machine() -> Result<LLVMTargetMachineRef, String> {
    // SAFETY: LLVM's targets have been set up, as this function's contract says; all strings end
    // with a zero byte and outlive the calls, and each string that LLVM makes here is freed once.
    unsafe {
        let triple = CString::new("x86_64-unknown-linux-gnu").expect("no zero byte");
        let (mut target, mut message) = (null_mut(), null_mut());
        if LLVMGetTargetFromTriple(triple.as_ptr(), &mut target, &mut message) != 0 {
            return Err(said(message));
        }
        let (cpu, features) = (LLVMGetHostCPUName(), LLVMGetHostCPUFeatures());
        let machine = LLVMCreateTargetMachine(
            target,
            triple.as_ptr(),
            cpu,
            features,
            LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelSmall,
        );
        LLVMDisposeMessage(cpu);
        LLVMDisposeMessage(features);
        Ok(machine)
    }
}
