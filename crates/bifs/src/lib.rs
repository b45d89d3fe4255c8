//! The built-ins, one file per OTP module, from one table.
