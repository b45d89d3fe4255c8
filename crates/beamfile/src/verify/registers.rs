//! Reading and writing registers, tests that are left to be made, jumps, exceptions.

use super::kinds::Ty;
use super::state::{Node, Open, Rest};
use super::{Bad, Check, Need, Result_, Verifier};
use crate::model::Arg;

impl Verifier<'_> {
    /// The type of an operand; an error if it is no term.
    #[inline]
    pub(super) fn term(&self, arg: &Arg) -> Result_<Ty> {
        let ty = match *arg {
            Arg::X(x) | Arg::TypedX(x, _) => self.x(x),
            Arg::Y(y) | Arg::TypedY(y, _) => self.y(y)?,
            _ => return Ok(Ty::of_constant(self.file, arg)),
        };
        match ty.is_term() {
            true => Ok(ty),
            false => Err(no_term(arg, ty)),
        }
    }

    #[inline]
    pub(super) fn x(&self, x: u16) -> Ty {
        self.now.x.get(usize::from(x)).copied().unwrap_or(Ty::UNSET)
    }

    fn y(&self, y: u16) -> Result_<Ty> {
        self.now.y.get(usize::from(y)).copied().ok_or_else(|| self.no_slot(y))
    }

    #[cold]
    fn no_slot(&self, y: u16) -> Bad {
        match self.now.rest.frame {
            true => format!("{{y,{y}}} is not in the frame of {} slots", self.now.y.len()).into(),
            false => format!("{{y,{y}}} is used without a frame").into(),
        }
    }

    /// Puts a value into a register.
    pub(super) fn set(&mut self, arg: &Arg, ty: Ty) -> Result_<()> {
        match *arg {
            Arg::X(x) | Arg::TypedX(x, _) => self.set_x(usize::from(x), ty),
            Arg::Y(y) | Arg::TypedY(y, _) => {
                if self.y(y)? == Ty::TAG {
                    return Err(format!("{{y,{y}}} has the tag of a catch that is open").into());
                }
                self.now.y[usize::from(y)] = ty;
                self.now.rest.untold = true;
            }
            _ => return Err(format!("{arg:?} is no register").into()),
        }
        Ok(())
    }

    pub(super) fn set_x(&mut self, x: usize, ty: Ty) {
        if x >= self.now.x.len() {
            self.now.x.resize(x + 1, Ty::UNSET);
        }
        self.now.x[x] = ty;
    }

    /// Notes a type of a register's content, which stays as it is.
    pub(super) fn know(&mut self, arg: &Arg, ty: Ty) {
        let place = match *arg {
            Arg::X(x) | Arg::TypedX(x, _) => self.now.x.get_mut(usize::from(x)),
            Arg::Y(y) | Arg::TypedY(y, _) => self.now.y.get_mut(usize::from(y)),
            _ => None,
        };
        if let Some(place) = place {
            *place = ty;
        }
    }

    /// Terms in the first X registers: they are arguments, or live.
    pub(super) fn first_x(&self, count: u64) -> Result_<()> {
        match self.now.x.get(..count as usize) {
            Some(x) if x.iter().all(|ty| ty.is_term()) => Ok(()),
            _ => Err(self.first_that_is_no_term(count)),
        }
    }

    #[cold]
    fn first_that_is_no_term(&self, count: u64) -> Bad {
        let types = (0..count.min(u64::from(u16::MAX)) as u16).map(|x| (x, self.x(x)));
        let (x, ty) = types.clone().find(|(_, ty)| !ty.is_term()).unwrap_or((u16::MAX, Ty::UNSET));
        no_term(&Arg::X(x), ty)
    }

    /// Arguments of a call, of which nothing may be of a message that has not been taken.
    pub(super) fn arguments(&self, count: u64) -> Result_<()> {
        self.first_x(count)?;
        match self.now.x[..count as usize].iter().position(|ty| ty.is_fragile()) {
            Some(x) => Err(format!("{{x,{x}}} is passed on, but has not been received yet").into()),
            None => Ok(()),
        }
    }

    /// All slots of the frame have something in them: the collector, or who handles an exception,
    /// may look at them.
    pub(super) fn slots_are_set(&self) -> Result_<()> {
        match self.now.y.iter().position(|ty| ty.is_unset()) {
            Some(y) => Err(format!("{{y,{y}}} is not initialised").into()),
            None => Ok(()),
        }
    }

    /// The same, and nothing in the frame is of a message that has not been taken: it may be gone
    /// when the process looks at its frame again.
    pub(super) fn slots_are_kept(&self) -> Result_<()> {
        self.slots_are_set()?;
        match self.now.y.iter().position(|ty| ty.is_fragile()) {
            Some(y) => Err(format!("{{y,{y}}} is kept, but has not been received yet").into()),
            None => Ok(()),
        }
    }

    /// Makes sure that an operand is what the instruction takes for granted: it is known to be, or
    /// a test is noted, or it cannot be.
    pub(super) fn needs(&mut self, operand: u8, need: Need) -> Result_<Ty> {
        let arg = &self.code.instrs[self.at].args[usize::from(operand)];
        let ty = self.term(arg)?;
        let wanted = match need {
            Need::Cons => Ty::CONS,
            Need::Tuple(n) => Ty::tuple_of(u64::from(n)),
            Need::TupleOf(n) => Ty::tuple(u64::from(n)),
            Need::Map => Ty::MAP,
            Need::Float => Ty::FLOAT,
            Need::Context => Ty::CONTEXT,
            Need::Bits => Ty::MATCHABLE,
            Need::Received | Need::Raised | Need::Blank => Ty::ANY,
        };
        let (is, may_be) = match need {
            Need::Tuple(n) => {
                let n = u64::from(n);
                (ty.only(Ty::TUPLE) && ty.least() >= n, ty.may_have(n))
            }
            Need::TupleOf(n) => {
                let n = u64::from(n);
                (ty.is_tuple_of(n), ty.may_be_tuple_of(n))
            }
            _ => (ty.only(wanted), ty.has(wanted)),
        };
        // Where matching fails compilers may begin another match on a way that nobody goes.
        let dead = matches!(need, Need::Context | Need::Bits);
        self.doubt(arg, !may_be && !ty.is_none() && !dead, ty, wanted);
        if !is {
            if !matches!(arg, Arg::X(_) | Arg::Y(_) | Arg::TypedX(..) | Arg::TypedY(..)) {
                return Err(format!("an operand is {ty}, not {wanted}").into());
            }
            self.may_raise()?;
            self.checks.push(Check { at: self.at as u32, operand, need });
            let arg = &self.code.instrs[self.at].args[usize::from(operand)];
            self.know(arg, wanted.part_of(ty));
        }
        Ok(ty)
    }

    /// Notes that an operand cannot be what it has to be, or forgets that it could not.
    fn doubt(&mut self, arg: &Arg, cannot: bool, ty: Ty, wanted: Ty) {
        if !self.doubts.is_empty() {
            self.doubts.retain(|d| d.0 != self.at as u32);
        }
        if cannot {
            let what = format!("{} is {ty}, not {wanted}", name(arg));
            self.doubts.push((self.at as u32, what.into()));
        }
    }

    /// Reserved heap is used.
    pub(super) fn takes(&mut self, words: u64) -> Result_<()> {
        match self.now.rest.heap.checked_sub(words) {
            Some(left) => {
                self.now.rest.heap = left;
                self.now.age();
                Ok(())
            }
            None => {
                Err(format!("{words} words of heap are needed, {} reserved", self.now.rest.heap)
                    .into())
            }
        }
    }

    /// The heap may be collected: what is live and the frame have to be terms; the other X
    /// registers are gone.
    pub(super) fn collects(&mut self, live: u64) -> Result_<()> {
        self.first_x(live)?;
        self.slots_are_set()?;
        self.now.keep(live as usize);
        self.now.allocated();
        Ok(())
    }

    /// The instruction may raise an exception: who handles it finds the slots as they are now.
    #[inline]
    pub(super) fn may_raise(&mut self) -> Result_<()> {
        match self.now.rest.open == Open::NONE || !self.now.rest.untold {
            true => Ok(()),
            false => self.tells_handlers(),
        }
    }

    fn tells_handlers(&mut self) -> Result_<()> {
        self.now.rest.untold = false;
        let open = self.now.rest.open;
        if let Some(Node::Catch { handler, .. }) = self.catches.node(open) {
            return self.tells(handler, open);
        }
        let Some(handlers) = self.catches.handlers(open) else {
            return Err("too many catches are open in other ways".into());
        };
        handlers.into_iter().try_for_each(|(handler, open)| self.tells(handler, open))
    }

    /// Goes to a handler, where so much is open.
    fn tells(&mut self, handler: u32, open: Open) -> Result_<()> {
        let mut there = std::mem::take(&mut self.there);
        there.clear();
        there.x.push(Ty::EXCEPTION);
        there.y.extend_from_slice(&self.now.y);
        there.rest = Rest { frame: self.now.rest.frame, open, untold: true, ..Rest::default() };
        let to = self.code.labels[handler as usize] as usize;
        if to <= self.at {
            self.back.push((self.at as u32, handler));
        }
        std::mem::swap(&mut self.now, &mut there);
        let result = self.arrives(handler);
        std::mem::swap(&mut self.now, &mut there);
        self.there = there;
        result
    }

    /// Goes to a label, if there is one; else the instruction may raise an exception.
    pub(super) fn fails(&mut self, label: &Arg) -> Result_<()> {
        match label {
            Arg::F(label @ 1..) => self.goes_to(*label),
            _ => self.may_raise(),
        }
    }

    /// The same with an operand known to be something else than behind the instruction.
    pub(super) fn fails_knowing(
        &mut self,
        label: u32,
        arg: &Arg,
        there: Ty,
        here: Ty,
    ) -> Result_<()> {
        if !there.is_none() {
            self.know(arg, there);
            self.goes_to(label)?;
        }
        self.know(arg, here);
        self.live = !here.is_none();
        Ok(())
    }
}

fn name(arg: &Arg) -> String {
    match *arg {
        Arg::X(x) | Arg::TypedX(x, _) => format!("{{x,{x}}}"),
        Arg::Y(y) | Arg::TypedY(y, _) => format!("{{y,{y}}}"),
        _ => "an operand".into(),
    }
}

#[cold]
fn no_term(arg: &Arg, ty: Ty) -> Bad {
    match ty.is_unset() {
        true => format!("{} is not initialised", name(arg)).into(),
        false => format!("{} is {ty}", name(arg)).into(),
    }
}
