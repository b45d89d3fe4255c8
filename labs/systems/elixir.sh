# Elixir's mix, as it is installed or as Debian packages it: a new project of sixty modules is made, compiled,
# tested and formatted. A request is all of that.
. "$LAB/common.sh"
elixir=$(package elixir usr/bin/mix)
bin=$elixir/usr/bin
[ -z "$elixir" ] || bin=$(echo "$elixir"/usr/lib/elixir/bin)
export HOME=$PWD MIX_HOME=$PWD/mix PATH=$bin:$PATH LC_ALL=C.UTF-8
echo ready
echo begin
$UNDER mix new app > out 2>&1
cd app
for n in $(seq 60); do
    cat > "lib/part$n.ex" << END
defmodule Part$n do
  defstruct name: "part", number: $n, items: []
  def new(items), do: %__MODULE__{items: Enum.map(items, &{&1, &1 * $n})}
  def sum(%__MODULE__{items: items}), do: Enum.reduce(items, 0, fn {_, v}, acc -> acc + v end)
  def words(text) when is_binary(text), do: text |> String.split() |> Enum.frequencies()
  for i <- 1..20 do
    def kind(unquote(i)), do: {:kind, unquote(i), unquote(to_string(i))}
  end
  def safe(fun) do
    with {:ok, value} <- fun.(), true <- value > 0 do
      {:ok, value}
    else
      {:error, why} -> {:error, why}
      false -> {:error, :negative}
    end
  end
end
END
    cat > "test/part${n}_test.exs" << END
defmodule Part${n}Test do
  use ExUnit.Case, async: true
  test "sum", do: assert Part$n.sum(Part$n.new([1, 2, 3])) == 6 * $n
  test "words", do: assert Part$n.words("a b a") == %{"a" => 2, "b" => 1}
  test "safe" do
    assert Part$n.safe(fn -> {:ok, 1} end) == {:ok, 1}
    assert Part$n.safe(fn -> {:ok, -1} end) == {:error, :negative}
  end
end
END
done
$UNDER mix compile >> ../out 2>&1
$UNDER mix format >> ../out 2>&1
$UNDER mix format --check-formatted >> ../out 2>&1
$UNDER mix test > test.out 2>&1 || { cat test.out >&2; exit 1; }
grep -q '181 tests, 0 failures' test.out || { tail -5 test.out >&2; exit 1; }
echo end 1
