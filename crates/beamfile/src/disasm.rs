//! A readable listing of a module: one instruction a line, names in place of indexes.

use std::fmt::{self, Write};

use crate::ext::{self, Atom};
use crate::model::{AllocKind, Arg, BeamFile, BigInt, Instr};
use crate::op::{Kind, Op};
use crate::types::TypeEntry;

/// Lists a whole module: header, exports, and the code of every function.
pub fn module(file: &BeamFile) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write_module(&mut out, file);
    out
}

/// Lists one instruction, without a line end.
pub fn instr(file: &BeamFile, instr: &Instr) -> String {
    let mut out = String::new();
    let _ = write_instr(&mut out, file, instr);
    out
}

fn write_module(out: &mut String, file: &BeamFile) -> fmt::Result {
    write!(out, "module {}\nmd5 ", Atom(&file.module))?;
    for byte in file.md5 {
        write!(out, "{byte:02x}")?;
    }
    let code = &file.code;
    write!(out, "\n{} labels, opcodes up to {}\n", code.label_count, code.opcode_max)?;
    for export in &file.exports {
        writeln!(out, "export {}/{}", Atom(file.atom(export.function)), export.arity)?;
    }
    for (i, lambda) in file.lambdas.iter().enumerate() {
        let name = Atom(file.atom(lambda.function));
        let (arity, free) = (lambda.arity - lambda.num_free, lambda.num_free);
        writeln!(out, "fun {i}: {name}, {arity} argument(s), {free} free")?;
    }
    for function in &code.functions {
        writeln!(out, "\nfunction {}/{}", Atom(file.atom(function.name)), function.arity)?;
        let body = function.start as usize..function.end as usize;
        for instr in code.instrs.get(body).unwrap_or_default() {
            if instr.op != Op::Label {
                out.push_str("    ");
            }
            write_instr(out, file, instr)?;
            out.push('\n');
        }
    }
    Ok(())
}

fn write_instr(out: &mut String, file: &BeamFile, instr: &Instr) -> fmt::Result {
    if let (Op::Label, Some(Arg::U(label))) = (instr.op, instr.args.first()) {
        return write!(out, "L{label}:");
    }
    out.push_str(instr.op.name());
    for (i, arg) in instr.args.iter().enumerate() {
        out.push_str(if i == 0 { " " } else { ", " });
        let kind = instr.op.info().operands.get(i).copied().unwrap_or(Kind::Num);
        write_operand(out, file, kind, arg)?;
    }
    Ok(())
}

fn write_operand(out: &mut String, file: &BeamFile, kind: Kind, arg: &Arg) -> fmt::Result {
    let Arg::U(n) = arg else { return write_arg(out, file, arg) };
    let index = usize::try_from(*n).unwrap_or(usize::MAX);
    match kind {
        Kind::Import => match file.imports.get(index) {
            Some(import) => write!(
                out,
                "{}:{}/{}",
                Atom(file.atom(import.module)),
                Atom(file.atom(import.function)),
                import.arity
            ),
            None => write!(out, "import({n})"),
        },
        Kind::Lambda | Kind::FunTag => match file.lambdas.get(index) {
            Some(l) => write!(out, "fun({n}, {}/{})", Atom(file.atom(l.function)), l.arity),
            None => write!(out, "fun({n})"),
        },
        Kind::Line => match file.lines.get(*n) {
            Some(item) => {
                let name = file.lines.files.get(item.file as usize).map_or("?", String::as_str);
                write!(out, "{name}:{}", item.line)
            }
            None => write!(out, "line({n})"),
        },
        Kind::Str => write!(out, "string({n})"),
        _ => write!(out, "{n}"),
    }
}

fn write_arg(out: &mut String, file: &BeamFile, arg: &Arg) -> fmt::Result {
    match arg {
        Arg::U(n) => write!(out, "{n}"),
        Arg::I(n) => write!(out, "i({n})"),
        Arg::BigI(n) => write!(out, "i({n})"),
        Arg::Atom(index) => write!(out, "{}", Atom(file.atom(*index))),
        Arg::Nil => write!(out, "[]"),
        Arg::X(n) => write!(out, "x{n}"),
        Arg::Y(n) => write!(out, "y{n}"),
        Arg::TypedX(n, t) => write!(out, "x{n}<{}>", Type(file.types.get(*t as usize))),
        Arg::TypedY(n, t) => write!(out, "y{n}<{}>", Type(file.types.get(*t as usize))),
        Arg::F(0) => write!(out, "nofail"),
        Arg::F(label) => write!(out, "L{label}"),
        Arg::Fr(n) => write!(out, "fr{n}"),
        Arg::Literal(n) => match file.literals.get(*n as usize) {
            Some(term) => write!(out, "literal({n}, {})", ext::print(term)),
            None => write!(out, "literal({n})"),
        },
        Arg::Char(c) => write!(out, "char({c})"),
        Arg::List(list) => {
            out.push('{');
            for (i, item) in list.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write_arg(out, file, item)?;
            }
            out.push('}');
            Ok(())
        }
        Arg::Alloc(needs) => {
            out.push_str("alloc(");
            for (i, (kind, n)) in needs.iter().enumerate() {
                let unit = match kind {
                    AllocKind::Words => "words",
                    AllocKind::Floats => "floats",
                    AllocKind::Funs => "funs",
                };
                write!(out, "{}{n} {unit}", if i > 0 { ", " } else { "" })?;
            }
            out.push(')');
            Ok(())
        }
    }
}

impl fmt::Display for BigInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.negative { "-16#" } else { "16#" })?;
        let mut digits = self.magnitude.iter().rev();
        if let Some(first) = digits.next() {
            write!(f, "{first:X}")?;
        }
        digits.try_for_each(|digit| write!(f, "{digit:02X}"))
    }
}

/// A type as kinds joined with `|`, then what is known of integers and bitstrings.
struct Type<'a>(Option<&'a TypeEntry>);

impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 13] = [
            "atom", "bits", "cons", "float", "fun", "int", "map", "nil", "pid", "port", "ref",
            "tuple", "record",
        ];
        let Some(entry) = self.0 else { return f.write_char('?') };
        if entry.kinds == TypeEntry::ANY_KIND {
            f.write_str("any")?;
        } else {
            let names = NAMES.iter().enumerate().filter(|(i, _)| entry.kinds >> i & 1 == 1);
            for (n, (_, name)) in names.enumerate() {
                write!(f, "{}{name}", if n > 0 { "|" } else { "" })?;
            }
        }
        let bound = |bound: Option<i64>| bound.map_or(String::new(), |n| n.to_string());
        if entry.min.is_some() || entry.max.is_some() {
            write!(f, " {}..{}", bound(entry.min), bound(entry.max))?;
        }
        if entry.unit > 1 {
            write!(f, " /{}", entry.unit)?;
        }
        Ok(())
    }
}
