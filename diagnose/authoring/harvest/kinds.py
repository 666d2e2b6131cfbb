"""Which calls and macros of a source make messages, and of which kind."""

from __future__ import annotations

from diagnose.authoring.sections import word_set
from diagnose.text import lazy_pattern

MACROS = {
    "bail": "bail",
    "anyhow": "anyhow",
    "ensure": "ensure",
    "parser_err": "parser-err",
    "bail_not_implemented": "not-implemented",
    "not_implemented": "not-implemented",
    "warn": "log-warn",
    "debug_panic_or_warn": "log-warn",
    "panic_if_debug": "log-warn",
    "error": "log-error",
    "log_error": "log-error",
    "consistency_error": "log-error",
    "consistency_panic": "log-error",
    "eprintln": "stderr",
    "panic": "panic",
    "unreachable": "panic",
    "todo": "panic",
    "unimplemented": "panic",
    "assert": "panic",
    "debug_assert": "panic",
    "assert_eq": "panic",
    "assert_ne": "panic",
    "debug_assert_eq": "panic",
    "debug_assert_ne": "panic",
}
"""Macros whose first argument that is a string is the message."""

OTHER_MACROS = lazy_pattern(
    r"(?:bail|reject)_\w++|\w+_err(?:or)?|ensure_(?!arity)\w++|uncategorized|no_function|fail"
)
"""Macros that are made for one error type."""

PANICS = {"panic": "", "unreachable": "internal error: entered unreachable code: "}
PANICS |= {"todo": "not yet implemented: ", "unimplemented": "not implemented: "}
"""What the macro puts in front of its message."""

FORMATTING = {"format": 0, "format_args": 0, "write": 1, "writeln": 1}
"""Macros that make a string, and which argument is its format."""
SILENT_MACROS = word_set(
    "info debug trace println print log_info log_debug info_span debug_span error_span warn_span"
    " trace_span span event register_int_counter stringify include_str env cfg matches"
    " dbg expect_test assert_matches compile_error bail_compile vec_sql"
)
"""Macros whose strings no failure shows."""

METHODS = {
    "context": "context",
    "with_context": "context",
    "notice": "notice",
    "notice_to_user": "notice",
    "warn_to_user": "notice",
    "expected": "parser-expected",
    "expected_at": "parser-expected",
    "expect": "expect",
    "ok_or": "err-string",
    "ok_or_else": "err-string",
    "map_err": "err-string",
}
CALLS = {"Err": "err-string", "notice_to_user": "notice", "warn_to_user": "notice"}
CALLS |= dict.fromkeys(
    word_set(
        "NotSupported BindError InvalidInputSyntax InternalError ProtocolError PermissionDenied"
        " InvalidParameterValue ItemNotFound NotImplemented InvalidReference"
    ),
    "error-code",
)
"""Functions by the last part of their path."""
TRANSPARENT_METHODS = word_set(
    "map and_then or_else unwrap_or unwrap_or_else unwrap_or_default then then_some map_or"
    " map_or_else inspect_err push_str get_or_insert_with filter_map spawn into_iter for_each"
    " extend chain or"
)
TRANSPARENT_CALLS = word_set(
    "Some Ok Box::new Arc::new Rc::new Cow::Borrowed Cow::Owned Cow::from String::from Into::into"
    " Box::from Arc::from anyhow::Error::msg Reason From::from RwError::from"
)

ERROR_FUNCTION = lazy_pattern(r"(?:\w*_)?(?:err|error|failed|failure)|unsupported_\w+")
CONSTRUCTORS = (
    (lazy_pattern(r"StrContext::Label"), "parser-label"),
    (lazy_pattern(r"(?:.*::)?Status::\w++"), "grpc-status"),
    (lazy_pattern(r"(?:.*::)?ErrorCode(?:::\w++)?"), "error-code"),
    (lazy_pattern(r"(?:.*::)?\w*(?:Error|ErrorKind|DbErr)(?:::\w++)?"), "error-ctor"),
    (lazy_pattern(r"(?:.*::)?(?:(?:\w*_)?(?:err|error|failed|failure)|unsupported_\w+)"), "err-fn"),
)
"""Paths of functions and variants that are given a message, and its kind."""
ERROR_CODE = "ErrorCode"
NEWTYPE_MACROS = frozenset({"def_anyhow_newtype", "def_anyhow_variant"})
SHOWN_TYPES = lazy_pattern(r"\w*(?:Error|NoFunction|TrackingIssue|IntoErrWrapper)\w*")
"""Types whose ``Display`` is a message."""
HINT_TYPES = frozenset({"TrackingIssue"})
"""Those of them that only stand behind a message."""
MESSAGE_NAME = lazy_pattern(
    r"(?i)(?:\w*_)?(?:err|error|msg|message|reason|notice|hint|warning)"
    r"(?:_\w+)?|error\w*+|\w*notice|\w*_hint|gen_message"
)
"""Names of variables and constants that hold a message."""

MESSAGE_WORDS = lazy_pattern(
    r"(?i)\b(?:fail(?:ed|ure)?|error|invalid|cannot|can't|could not|unable|unsupported|not|must"
    r"|missing|unknown|should|mismatch(?:ed)?|exceed\w*|unexpected|expect(?:ed|s)?|only|no such"
    r"|duplicate|conflict\w*|deprecated|depends on|closed|but its|ignor\w+|panic|require[sd]?"
    r"|denied|inconsistent|too|already|unavailable|disabled|cancelled|timeout|has taken|empty"
    r"|always)\b"
)
"""What a string says that nothing around it calls a message."""
FEWEST_WORDS = 3
KEEPING_METHODS = word_set("to_owned to_string into as_str into_boxed_str clone as_ref")
"""Methods that give the string itself."""
