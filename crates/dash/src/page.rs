//! The page: files that are part of the program.

use crate::http::Answer;

/// The files, by address.
const FILES: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/dash.css", "text/css; charset=utf-8", include_str!("page/dash.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/dash.js", "text/javascript; charset=utf-8", include_str!("page/dash.js")),
    ("/views.js", "text/javascript; charset=utf-8", include_str!("page/views.js")),
    ("/plot.js", "text/javascript; charset=utf-8", include_str!("page/plot.js")),
];

/// The file of an address.
pub fn file(path: &str) -> Option<Answer> {
    let (_, kind, text) = FILES.iter().find(|(address, ..)| *address == path)?;
    Some(Answer::ok(kind, text.as_bytes()))
}
