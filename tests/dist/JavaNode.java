import com.ericsson.otp.erlang.*;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;

/** A node in Java, by OTP's jinterface: does with the node NODE what such nodes do, and prints what came of it.
    JavaNode NODE COOKIE */
public class JavaNode {
    static String there, cookie;
    static OtpNode node;
    static final LinkedBlockingQueue<String> statuses = new LinkedBlockingQueue<>();

    static class Status extends OtpNodeStatus {
        String name(String node) { return node.substring(0, node.indexOf('@')); }
        @Override public void remoteStatus(String node, boolean up, Object info) {
            statuses.add(name(node) + (up ? " is up" : " is down"));
        }
        @Override public void connAttempt(String node, boolean incoming, Object info) {
            statuses.add((incoming ? "from " : "to ") + name(node) + ": "
                + (info == null ? "connects" : info.getClass().getSimpleName()));
        }
    }

    static void say(String what, Object result) { System.out.println(what + ": " + result); }

    static OtpErlangTuple tuple(OtpErlangObject... all) { return new OtpErlangTuple(all); }
    static OtpErlangAtom atom(String text) { return new OtpErlangAtom(text); }

    static OtpErlangObject receive(OtpMbox box) throws Exception {
        OtpErlangObject got = box.receive(20000);
        return got == null ? atom("nothing") : got;
    }

    /** Whatever comes next: a message, or an exit signal. */
    static String next(OtpMbox box) throws Exception {
        try {
            return receive(box).toString();
        } catch (OtpErlangExit exit) {
            return "exit " + exit.reason();
        }
    }

    static void ask(OtpMbox box, String what) { box.send("server", there, tuple(box.self(), atom(what))); }

    static void tell(OtpMbox box, OtpErlangPid to, OtpErlangObject what) { box.send(to, tuple(atom("C"), what)); }

    static OtpErlangObject call(OtpMbox box, String module, String function, OtpErlangObject... args) throws Exception {
        OtpErlangTuple request = tuple(atom("call"), atom(module), atom(function), new OtpErlangList(args), atom("user"));
        box.send("rex", there, tuple(box.self(), request));
        return ((OtpErlangTuple) receive(box)).elementAt(1);
    }

    static void calls(OtpMbox box) throws Exception {
        OtpErlangObject list = new OtpErlangList(new OtpErlangObject[] {
            atom("a"), new OtpErlangString("text"), new OtpErlangDouble(2.5), new OtpErlangLong(-70000) });
        say("reverse", call(box, "lists", "reverse", list));
        say("nothing", call(box, "nowhere", "nothing"));
        say("an error", call(box, "erlang", "error", atom("bad")));
        OtpSelf self = new OtpSelf("java_self", cookie);
        OtpConnection connection = self.connect(new OtpPeer(there));
        connection.sendRPC("lists", "reverse", new OtpErlangList(new OtpErlangObject[] { list }));
        say("reverse by a connection", connection.receiveRPC());
        connection.sendRPC("erlang", "throw", new OtpErlangList(atom("ball")));
        say("throw by a connection", connection.receiveRPC());
        connection.sendRPC("nowhere", "nothing", new OtpErlangList());
        try {
            say("nothing by a connection", connection.receiveRPC());
        } catch (Exception e) {
            say("nothing by a connection", e.getClass().getSimpleName());
        }
        say("is it alive", connection.isAlive());
        connection.close();
    }

    static void terms(OtpMbox box) throws Exception {
        ask(box, "terms");
        for (;;) {
            OtpErlangTuple got = (OtpErlangTuple) receive(box);
            if (got.arity() == 3) {
                say("how many, and which of them came back as others", got);
                return;
            }
            tell(box, (OtpErlangPid) got.elementAt(0), got.elementAt(1));
        }
    }

    static void written(OtpMbox box) throws Exception {
        OtpErlangObject[] all = {
            new OtpErlangLong(Long.MAX_VALUE), new OtpErlangLong(Long.MIN_VALUE), new OtpErlangBoolean(true),
            new OtpErlangLong(java.math.BigInteger.ONE.shiftLeft(200)), new OtpErlangChar('c'), new OtpErlangFloat(0.5f),
            new OtpErlangString("text"), new OtpErlangString("\u00e5\u6f22"), atom("\u00e5\u6f22"),
            new OtpErlangBinary(new byte[] {1, 2, 3}), new OtpErlangBitstr(new byte[] {1, -128}, 7),
            new OtpErlangList(new OtpErlangObject[] {atom("a"), atom("b")}, atom("c")), tuple(),
            new OtpErlangMap(new OtpErlangObject[] {atom("key")}, new OtpErlangObject[] {new OtpErlangString("value")}),
            new OtpErlangExternalFun("lists", "map", 2),
        };
        for (OtpErlangObject term : all) {
            box.send("server", there, tuple(box.self(), atom("echo"), term));
            OtpErlangTuple back = (OtpErlangTuple) receive(box);
            say("written", back.elementAt(0) + (back.elementAt(1).equals(term) ? ", the same" : ", another"));
        }
        OtpErlangObject mine = tuple(box.self(), node.createRef(), node.createPort());
        box.send("server", there, tuple(box.self(), atom("echo"), mine));
        say("of its own", ((OtpErlangTuple) receive(box)).elementAt(1).equals(mine));
        byte[] bytes = new byte[1 << 24];
        Arrays.fill(bytes, (byte) 'x');
        OtpErlangObject[] numbers = new OtpErlangObject[100000];
        for (int i = 0; i < numbers.length; i++) numbers[i] = new OtpErlangLong(i * 100);
        OtpErlangObject large = tuple(new OtpErlangBinary(bytes), new OtpErlangList(numbers));
        box.send("server", there, tuple(box.self(), atom("size"), large));
        OtpErlangTuple back = (OtpErlangTuple) receive(box);
        say("large", back.elementAt(1) + (back.elementAt(2).equals(large) ? ", the same" : ", another"));
    }

    static void relations() throws Exception {
        OtpMbox box = node.createMbox();
        ask(box, "links");
        for (int i = 0; i < 3; i++) say("links", next(box));
        ask(box, "exits");
        for (int i = 0; i < 4; i++) say("exits", next(box));
        box = node.createMbox("c_name");
        ask(box, "names");
        say("names", next(box));
        say("names", next(box));
        ask(box, "call");
        OtpErlangTuple request = (OtpErlangTuple) receive(box), client = (OtpErlangTuple) request.elementAt(1);
        say("call", request.elementAt(0) + " " + request.elementAt(2));
        box.send((OtpErlangPid) client.elementAt(0), tuple(client.elementAt(1), new OtpErlangString("the answer")));
        say("call", next(box));
        ask(box, "spawning");
        say("spawning", next(box));
        /* A process that ends when it is told, linked with from here. */
        OtpMbox other = node.createMbox();
        ask(other, "ends");
        OtpErlangPid pid = (OtpErlangPid) receive(other);
        other.link(pid);
        say("linked", other.linked().length);
        other.unlink(pid);
        other.link(pid);
        other.exit(pid, "ended");
        say("ends", next(other));
        other.close();
        /* A process is linked with a mailbox that ends. */
        other = node.createMbox();
        ask(box, "watches");
        OtpErlangTuple got = (OtpErlangTuple) receive(box);
        box.exit((OtpErlangPid) got.elementAt(0), tuple(atom("a"), new OtpErlangString("reason")));
        say("watches", next(box));
        ask(other, "ends");
        pid = (OtpErlangPid) receive(other);
        box.link(pid);
        box.exit("closed");
        say("ends", next(other));
        /* A link with a process that is no more. */
        try {
            OtpMbox last = node.createMbox();
            ask(other, "ends");
            pid = (OtpErlangPid) receive(other);
            call(other, "erlang", "exit", pid, atom("kill"));
            last.link(pid);
            say("nobody", next(last));
        } catch (OtpErlangExit exit) {
            say("nobody", exit.reason());
        }
    }

    static void refused() throws Exception {
        OtpNode wrong = new OtpNode("java_wrong", "wrong");
        say("a wrong cookie", wrong.ping(there, 2000));
        wrong.close();
        try {
            new OtpSelf("java_wrong2", "wrong").connect(new OtpPeer(there));
        } catch (Exception e) {
            say("a wrong cookie", e.getClass().getSimpleName());
        }
        say("no such node", node.ping("nowhere", 2000));
    }

    static void ends(OtpMbox box) throws Exception {
        OtpNode later = new OtpNode("java_later", cookie);
        OtpMbox lost = later.createMbox("c_name");
        ask(lost, "loses");
        say("loses", next(lost));
        later.close();
        say("seen of the end", call(box, "dist_c", "seen"));
        /* From the other side. */
        statuses.clear();
        box.send("server", there, tuple(box.self(), atom("disconnect")));
        while (!statuses.take().equals("others is down")) continue;
        /* The node may still be of the opinion that it is connected. */
        while (!node.ping(there, 500)) continue;
        say("after the end", "connected");
    }

    public static void main(String[] args) throws Exception {
        there = args[0];
        cookie = args[1];
        node = new OtpNode("java_node", cookie);
        node.registerStatusHandler(new Status());
        OtpMbox box = node.createMbox("c_box");
        say("ping", node.ping(there, 20000));
        say("ping", call(box, "net_adm", "ping", atom(node.node())));
        OtpNode waits = new OtpNode("java_waits", cookie);
        waits.registerStatusHandler(new Status());
        say("ping of another", call(box, "net_adm", "ping", atom(waits.node())));
        waits.createMbox("c_name");
        say("status", statuses.take());
        say("status", statuses.take());
        waits.close();
        calls(box);
        terms(box);
        written(box);
        relations();
        refused();
        ends(box);
        node.close();
        System.exit(0);
    }
}
