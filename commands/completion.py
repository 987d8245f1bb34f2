"""Print the script that lets a shell complete commands, options, their values and bundled specs.

The script contains the commands and options; to complete the name of a spec it calls `pzc list`.
Starting a shell does not run pzc.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from importlib import import_module

from ..records import record
from . import COMMANDS, Exit
from .terminal import write

EXAMPLES = """\
examples:
  pzc completion bash > ~/.local/share/bash-completion/completions/pzc
  pzc completion zsh > ~/.zfunc/_pzc     # fpath+=~/.zfunc before compinit
  pzc completion fish > ~/.config/fish/completions/pzc.fish
"""

SPECS = "pzc list 2>/dev/null | cut -d' ' -f1"
SHELLS = ("bash", "zsh", "fish")


@record
class Option:
    """An option of a command. names: its spellings. takes: whether a value follows it."""

    names: tuple[str, ...]
    summary: str
    takes: bool
    choices: tuple[str, ...]


@record
class Command:
    """A command. first: the words that may be its first argument, if they are few; specs: whether
    that names a spec."""

    name: str
    summary: str
    options: tuple[Option, ...]
    specs: bool
    first: tuple[str, ...]


def declare(parser: ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")


def run(args: Namespace) -> int:
    commands = [_command(name, summary) for name, summary in COMMANDS.items()]
    scripts = {"bash": bash, "zsh": zsh, "fish": fish}
    write(scripts[args.shell](commands))
    return Exit.OK


def _command(name: str, summary: str) -> Command:
    """What a command declares."""
    parser = ArgumentParser()
    import_module(f".{name}", __package__).declare(parser)
    options, first = [], None
    for action in parser._actions:
        choices = tuple(map(str, action.choices or ()))
        if action.option_strings:
            names = tuple(action.option_strings)
            options.append(Option(names, _plain(action.help), action.nargs != 0, choices))
        elif first is None:
            first = action
    specs = first is not None and first.dest in ("spec", "specs")
    words = tuple(map(str, first.choices)) if first is not None and first.choices else ()
    return Command(name, summary, tuple(options), specs, words)


def _plain(text: str | None) -> str:
    """A help text in one line, as argparse would print it."""
    return " ".join((text or "").replace("%%", "%").split())


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


# ---- bash ----------------------------------------------------------------------------------------


def bash(commands: list[Command]) -> str:
    names = " ".join(c.name for c in commands)
    cases = "\n".join(_bash_case(c) for c in commands)
    return f"""\
# bash completion for pzc, written by `pzc completion bash`
_pzc() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local words="" k count=0
    COMPREPLY=()
    if (( COMP_CWORD == 1 )); then
        COMPREPLY=( $(compgen -W "{names} --help --version" -- "$current") )
        return
    fi
    for (( k = 2; k < COMP_CWORD; k++ )); do
        case "${{COMP_WORDS[1]}} ${{COMP_WORDS[k]}}" in
{"".join(map(_bash_skips, commands))}            *" "-?*) ;;
            *) (( count++ )) ;;
        esac
    done
    case "${{COMP_WORDS[1]}} $before" in
{"".join(_bash_values(c) for c in commands)}    esac
    if (( k > COMP_CWORD )); then return; fi  # the value of an option, such as a file
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    COMPREPLY=( $(compgen -W "$words" -- "$current") )
}}
complete -o default -F _pzc pzc
"""


def _bash_skips(command: Command) -> str:
    """The options that a value follows, which is no argument of the command."""
    names = [name for option in command.options if option.takes for name in option.names]
    patterns = " | ".join(f'"{command.name} {name}"' for name in names)
    return f"            {patterns}) (( k++ )) ;;\n" if names else ""


def _bash_values(command: Command) -> str:
    """The values of the options that have few."""
    return "".join(
        f'        "{command.name} {name}") '
        f'COMPREPLY=( $(compgen -W "{" ".join(option.choices)}" -- "$current") ); return ;;\n'
        for option in command.options
        if option.choices
        for name in option.names
    )


def _bash_case(command: Command) -> str:
    options = " ".join(name for option in command.options for name in option.names)
    first = f"$({SPECS})" if command.specs else " ".join(command.first)
    return (
        f"        {command.name})\n"
        f'            if [[ $current == -* ]]; then words="{options}"\n'
        f'            elif (( count == 0 )); then words="{first}"; fi ;;'
    )


# ---- zsh -----------------------------------------------------------------------------------------


def zsh(commands: list[Command]) -> str:
    described = "\n".join(f"        {_quoted(f'{c.name}:{c.summary}')}" for c in commands)
    cases = "\n".join(_zsh_case(c) for c in commands)
    return f"""\
#compdef pzc
# zsh completion for pzc, written by `pzc completion zsh`
_pzc_specs() {{
    local -a specs
    specs=( ${{(f)"$({SPECS})"}} )
    compadd -a specs
    _files -g '*.spec'
}}
_pzc() {{
    local -a commands
    commands=(
{described}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{cases}
    esac
}}
if [[ $funcstack[1] == _pzc ]]; then _pzc "$@"; else compdef _pzc pzc; fi
"""


def _zsh_case(command: Command) -> str:
    parts = [_quoted(line) for option in command.options for line in _zsh_option(option)]
    if command.specs:
        parts.append("'1:spec:_pzc_specs'")
    elif command.first:
        parts.append(_quoted(f"1:word:({' '.join(command.first)})"))
    parts.append("'*:file:_files'")
    return f"        {command.name}) _arguments {' '.join(parts)} ;;"


def _zsh_option(option: Option) -> Iterator[str]:
    summary = option.summary.replace("\\", "\\\\")
    for sign in "[]:":
        summary = summary.replace(sign, f"\\{sign}")
    for name in option.names:
        value = f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"
        yield f"{name}[{summary}]{value if option.takes else ''}"


# ---- fish ----------------------------------------------------------------------------------------


def fish(commands: list[Command]) -> str:
    lines = ["# fish completion for pzc, written by `pzc completion fish`"]
    for command in commands:
        parts = {"n": "__fish_use_subcommand", "a": command.name, "d": command.summary}
        lines.append(_fish_line(parts, "-f"))
        within = f"__fish_seen_subcommand_from {command.name}"
        if command.specs:
            few = f"{within}; and test (count (commandline -opc)) -eq 2"
            lines.append(_fish_line({"n": few, "a": f"({SPECS})"}))
        elif command.first:
            lines.append(_fish_line({"n": within, "a": " ".join(command.first)}, "-f"))
        for option in command.options:
            parts = {"n": within, "d": option.summary}
            if option.choices:
                parts["a"] = " ".join(option.choices)
            names = [
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in option.names
            ]
            flags = " ".join(names) + (" -r" if option.takes else "")
            lines.append(_fish_line(parts, flags + (" -f" if option.choices else "")))
    return "\n".join(lines) + "\n"


def _fish_line(fields: Mapping[str, str], flags: str = "") -> str:
    parts = " ".join(f"-{key} {_quoted(text)}" for key, text in fields.items())
    return f"complete -c pzc {parts} {flags}".rstrip()
