//! A browser without a screen, told what to do through a pipe, in Chromium's protocol.

use serde_json::{Value, json};
use std::io::{BufReader, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long something may take that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// The browser; it ends with this value.
pub struct Browser {
    child: Child,
    out: std::io::PipeWriter,
    input: BufReader<std::io::PipeReader>,
    number: u64,
    /// Mistakes of pages.
    complaints: Vec<String>,
    _profile: trust::Scratch,
}

impl Browser {
    /// None where there is none.
    pub fn start() -> Option<Browser> {
        let program =
            ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
                let mut asked = Command::new(name);
                asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
                asked.status().is_ok_and(|status| status.success())
            })?;
        let profile = trust::Scratch::new("browser").expect("a directory");
        let (their_input, out) = std::io::pipe().expect("a pipe");
        let (input, their_out) = std::io::pipe().expect("a pipe");
        let mut command = Command::new(program);
        command
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--remote-debugging-pipe", "--no-first-run", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let ends: [OwnedFd; 2] = [their_input.into(), their_out.into()];
        let numbers = ends.each_ref().map(|end| end.as_raw_fd());
        // SAFETY: between fork and exec only `fcntl` and `dup2` are called, which may be called
        // there.
        unsafe {
            command.pre_exec(move || {
                // First out of the way of the numbers that are wanted.
                let [from, to] = numbers.map(|n| libc::fcntl(n, libc::F_DUPFD, 10));
                if libc::dup2(from, 3) < 0 || libc::dup2(to, 4) < 0 {
                    return Err(std::io::Error::last_os_error());
                }
                Ok(())
            });
        }
        let child = command.spawn().expect("the browser starts");
        let input = BufReader::new(input);
        let complaints = Vec::new();
        Some(Browser { child, out, input, number: 0, complaints, _profile: profile })
    }

    /// A new page.
    pub fn page(&mut self) -> Page<'_> {
        let made = self.call(None, "Target.createTarget", json!({"url": "about:blank"}));
        let target = json!({"targetId": made["targetId"], "flatten": true});
        let session = self.call(None, "Target.attachToTarget", target)["sessionId"].clone();
        let mut page = Page { browser: self, session };
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            page.call(domain, json!({}));
        }
        page
    }

    fn call(&mut self, session: Option<&Value>, method: &str, params: Value) -> Value {
        self.number += 1;
        let number = self.number;
        let mut message = json!({"id": number, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.clone();
        }
        let text = format!("{message}\0");
        self.out.write_all(text.as_bytes()).expect("the browser runs");
        loop {
            let told = self.read();
            if told["id"] == number {
                assert!(told["error"].is_null(), "{method}: {told}");
                return told["result"].clone();
            }
            self.note(&told);
        }
    }

    /// Keeps what pages complain of.
    fn note(&mut self, told: &Value) {
        let params = &told["params"];
        let complaint = match told["method"].as_str() {
            Some("Runtime.exceptionThrown") => Some(params["exceptionDetails"].to_string()),
            Some("Log.entryAdded") if params["entry"]["level"] == "error" => {
                Some(params["entry"].to_string())
            }
            _ => None,
        };
        self.complaints.extend(complaint);
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        let mut byte = [0];
        loop {
            self.input.read_exact(&mut byte).expect("the browser runs");
            if byte == [0] {
                return serde_json::from_slice(&bytes).expect("JSON");
            }
            bytes.push(byte[0]);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page.
pub struct Page<'b> {
    browser: &'b mut Browser,
    session: Value,
}

impl Page<'_> {
    fn call(&mut self, method: &str, params: Value) -> Value {
        let session = self.session.clone();
        self.browser.call(Some(&session), method, params)
    }

    /// Goes to an address.
    pub fn open(&mut self, url: &str) {
        self.call("Page.navigate", json!({"url": url}));
    }

    /// Goes to a view.
    pub fn go(&mut self, view: &str) {
        self.run(&format!("location.hash = {view:?}"));
    }

    /// Executes something.
    pub fn run(&mut self, script: &str) {
        self.call("Runtime.evaluate", json!({"expression": format!("{{ {script} }}")}));
    }

    /// The value of an expression, as soon as it is not null.
    pub fn wait(&mut self, expression: &str) -> Value {
        let begun = Instant::now();
        loop {
            let asked = json!({"expression": expression, "returnByValue": true});
            let value = self.call("Runtime.evaluate", asked);
            let value = value["result"]["value"].clone();
            if !value.is_null() {
                return value;
            }
            if begun.elapsed() > PATIENCE {
                let asked = json!({"expression": "document.body.innerText", "returnByValue": true});
                let text = self.call("Runtime.evaluate", asked);
                panic!("{expression} stays null: {text}");
            }
            // The browser has its turn to do something meanwhile.
            let frame = "new Promise((r) => requestAnimationFrame(r))";
            let asked = json!({"expression": frame, "awaitPromise": true});
            self.call("Runtime.evaluate", asked);
        }
    }

    /// The size of the window, as that of a phone or not.
    pub fn size(&mut self, width: u32, height: u32, phone: bool) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Whether the user likes it dark.
    pub fn dark(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": value}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Presses a key.
    pub fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key});
            if kind == "keyDown" && key.len() == 1 {
                event["text"] = key.into();
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Writes a picture of all of the page.
    pub fn picture(&mut self, file: &Path) {
        let asked = json!({"format": "png", "captureBeyondViewport": true});
        let data = self.call("Page.captureScreenshot", asked)["data"].clone();
        let bytes = from_base64(data.as_str().expect("a picture"));
        std::fs::write(file, bytes).expect("a file");
    }

    /// Mistakes of all pages so far.
    pub fn complaints(&self) -> Vec<String> {
        self.browser.complaints.clone()
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = |digit: u8| DIGITS.iter().position(|d| *d == digit).map(|n| n as u32);
    let digits: Vec<u32> = text.bytes().filter_map(value).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for four in digits.chunks(4) {
        let bits = four.iter().fold(0, |bits, n| bits << 6 | n) << (6 * (4 - four.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}
