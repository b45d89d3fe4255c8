//! Processes: their messages, receives and ends. The result is certain whichever way they are
//! scheduled.

use super::program::{Program, Type};
use Type::*;

impl Program {
    /// An expression with other processes, or with messages to itself.
    pub(super) fn process(&mut self, depth: usize) -> String {
        match self.choices.below(6) {
            0 => self.mailbox(depth),
            1 => self.child(depth),
            2 => self.linked(depth),
            3 => self.server(depth),
            4 => self.killed(depth),
            _ => self.told(depth),
        }
    }

    fn clauses(&mut self, depth: usize) -> String {
        let mut all = Vec::new();
        for _ in 0..1 + self.choices.below(3) {
            all.push(self.scope(|p| {
                let t = p.any_type();
                let (pattern, guard) = (p.pattern(t, 2), p.when());
                let line = p.line();
                let value = p.expression(Any, depth.min(2));
                format!("{pattern}{guard} ->{line}    {value}")
            }));
        }
        let line = self.line();
        all.join(&format!(";{line}    "))
    }

    /// Messages to itself, taken by what they are.
    fn mailbox(&mut self, depth: usize) -> String {
        self.scope(|p| {
            let line = p.line();
            let mut text = format!("begin{line}");
            for _ in 0..1 + p.choices.below(3) {
                let t = p.any_type();
                text += &format!("self() ! {},{line}", p.expression(t, depth.min(2)));
            }
            let mut results = Vec::new();
            for _ in 0..1 + p.choices.below(2) {
                let clauses = p.clauses(depth);
                let after = p.expression(Any, 1);
                let time = p.choices.of(&["0", "1", "(differential:id(0))"]);
                let result = p.name();
                text += &format!(
                    "{result} = receive{line}    {clauses}{line}after {time} ->{line}    {after}{line}end,{line}"
                );
                results.push(result);
            }
            text + &format!("[{} | differential:drain()]{line}end", results.join(", "))
        })
    }

    /// A process that computes something, or fails.
    fn child(&mut self, depth: usize) -> String {
        self.scope(|p| {
            let (pid, monitor, me) = (p.name(), p.name(), p.name());
            let body = p.scope(|p| p.body_of_other(depth));
            let line = p.line();
            format!(
                "begin{line}{me} = self(),{line}\
                 {{{pid}, {monitor}}} = spawn_monitor(fun() -> \
                 {me} ! {{self(), {body}}} end),{line}\
                 receive{line}    {{'DOWN', {monitor}, process, {pid}, {pid}1}} ->{line}        \
                 [differential:reason({pid}1) | differential:drain()]{line}end{line}end"
            )
        })
    }

    /// The body of another process: it calls nothing here that takes long.
    fn body_of_other(&mut self, depth: usize) -> String {
        let value = self.expression(Any, depth.min(2));
        match self.choices.below(4) {
            0..2 => value,
            2 => format!("begin erlang:error({value}) end"),
            _ => format!("begin exit({value}) end"),
        }
    }

    /// A linked process, whose end is a message.
    fn linked(&mut self, depth: usize) -> String {
        self.scope(|p| {
            let (pid, reason) = (p.name(), p.name());
            let body = p.scope(|p| p.body_of_other(depth));
            let line = p.line();
            format!(
                "begin{line}process_flag(trap_exit, true),{line}\
                 {pid} = spawn_link(fun() -> {body} end),{line}\
                 receive {{'EXIT', {pid}, {reason}}} -> process_flag(trap_exit, false), {reason} end{line}end"
            )
        })
    }

    /// A process that receives until it is told to stop.
    fn server(&mut self, depth: usize) -> String {
        self.scope(|p| {
            let (pid, me, loop_, acc, got) = (p.name(), p.name(), p.name(), p.name(), p.name());
            let monitor = p.name();
            let line = p.line();
            let clauses: Vec<String> = (0..1 + p.choices.below(2))
                .map(|_| {
                    p.scope(|p| {
                        let t = p.any_type();
                        let (pattern, guard) = (p.pattern(t, 1), p.when());
                        let value = p.expression(Any, depth.min(1));
                        format!("{{m, {pattern}}}{guard} -> {loop_}([{value} | {acc}])")
                    })
                })
                .collect();
            let clauses = clauses.join(&format!(";{line}        "));
            let mut text = format!(
                "begin{line}{me} = self(),{line}{{{pid}, {monitor}}} = spawn_monitor(fun() ->{line}    \
                 (fun {loop_}({acc}) ->{line}        receive{line}        {clauses};{line}        \
                 {{stop, {got}}} -> \
                 {me} ! {{self(), {got}, {acc}, differential:drain()}}{line}        \
                 end end)([]) end),{line}"
            );
            for _ in 0..1 + p.choices.below(4) {
                let t = p.any_type();
                text += &format!("{pid} ! {{m, {}}},{line}", p.expression(t, depth.min(1)));
            }
            text + &format!(
                "{pid} ! {{stop, now}},{line}\
                 receive {{'DOWN', {monitor}, process, _, {monitor}1}} ->{line}    \
                 {{differential:reason({monitor}1), differential:drain()}}{line}end{line}end"
            )
        })
    }

    /// A process that waits, and is ended.
    fn killed(&mut self, depth: usize) -> String {
        self.scope(|p| {
            let (pid, monitor, reason) = (p.name(), p.name(), p.name());
            let how = match p.choices.below(3) {
                0 => "kill".to_string(),
                1 => "normal".to_string(),
                _ => p.expression(Any, depth.min(1)),
            };
            let line = p.line();
            format!(
                "begin{line}{{{pid}, {monitor}}} = spawn_monitor(fun() -> receive go -> gone end end),{line}\
                 exit({pid}, {how}),{line}{pid} ! go,{line}\
                 receive {{'DOWN', {monitor}, process, _, {reason}}} ->{line}    differential:reason({reason}) end{line}end"
            )
        })
    }

    /// A question to another process, answered with an alias of its reference.
    fn told(&mut self, depth: usize) -> String {
        self.scope(|p| {
            let (pid, me, r, v) = (p.name(), p.name(), p.name(), p.name());
            let question = p.expression(Any, depth.min(1));
            let (x, y) = (p.name(), p.name());
            let answer = p.scope(|p| {
                p.variables.push((y.clone(), Any));
                p.expression(Any, depth.min(2))
            });
            let line = p.line();
            format!(
                "begin{line}{me} = self(),{line}\
                 {pid} = spawn(fun() -> receive {{{me}, {x}, {y}}} ->{line}    \
                 {me} ! {{{x}, catch {answer}}} end end),{line}\
                 {r} = make_ref(),{line}{pid} ! {{{me}, {r}, {question}}},{line}\
                 receive {{{r}, {v}}} -> {v} after 15000 -> time_out end{line}end"
            )
        })
    }
}
