"""TensorFlow Text: tokenizers, normal forms, trimming, masking, windows, spans."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_INPUTS = (
    "tokenizers.TEXTS",
    "'the Greatest, they'",
    "tf.zeros([0], tf.string)",
    "[['a b'], ['c']]",
    "tf.ragged.constant([['a b'], [], ['c', 'd']])",
    "tf.zeros([0, 2], tf.string)",
)
_SPLITTERS = (
    "text.WhitespaceTokenizer()",
    "text.UnicodeScriptTokenizer()",
    "text.UnicodeScriptTokenizer(keep_whitespace=True)",
    "text.UnicodeCharTokenizer()",
    "text.ByteSplitter()",
    "text.RegexSplitter()",
    "text.RegexSplitter('[ ,]')",
)
_WORDS = (
    '[["they\'re", "the", "greatest"]]',
    '"they\'re"',
    "tf.ragged.constant([['unwanted', 'great'], ['xyz', ''], []])",
    "tf.ragged.constant([['unxanted', 'xgreat', 'hé'], ['éa']])",
)
_WORDPIECES = (
    "text.WordpieceTokenizer(tokenizers.table(tf))",
    "text.WordpieceTokenizer(tokenizers.table(tf), token_out_type=tf.string)",
    "text.WordpieceTokenizer(tokenizers.table(tf, -1), token_out_type=tf.int32)",
    "text.WordpieceTokenizer(tokenizers.table(tf), unknown_token=None, token_out_type=tf.string)",
    "text.WordpieceTokenizer(tokenizers.table(tf), unknown_token=None, split_unknown_characters=True, token_out_type=tf.string)",
    "text.WordpieceTokenizer(tokenizers.table(tf), split_unknown_characters=True, token_out_type=tf.string)",
    "text.WordpieceTokenizer(tokenizers.table(tf), max_bytes_per_word=4, token_out_type=tf.string)",
    "text.WordpieceTokenizer(tokenizers.table(tf), max_chars_per_token=3, token_out_type=tf.string)",
    "text.FastWordpieceTokenizer(tokenizers.VOCAB, no_pretokenization=True)",
    "text.FastWordpieceTokenizer(tokenizers.VOCAB, token_out_type=tf.string, no_pretokenization=True)",
)
_TEXTS = ("tokenizers.TEXTS[:3]", "tf.zeros([0], tf.string)")
_BERT = (
    "text.BertTokenizer(tokenizers.table(tf), token_out_type=tf.string, lower_case=True)",
    "text.BertTokenizer(tokenizers.table(tf), lower_case=False)",
    "text.BertTokenizer(tokenizers.table(tf), keep_whitespace=True)",
    "text.BertTokenizer(tokenizers.table(tf), normalization_form='NFKC', token_out_type=tf.int32)",
    "text.BertTokenizer(tokenizers.table(tf), lower_case=True, preserve_unused_token=True)",
    "text.FastBertTokenizer(tokenizers.VOCAB, token_out_type=tf.string, lower_case_nfd_strip_accents=True)",
    "text.FastBertTokenizer(tokenizers.VOCAB)",
    "text.FastWordpieceTokenizer(tokenizers.VOCAB, token_out_type=tf.string)",
    "text.FastWordpieceTokenizer(tokenizers.VOCAB, token_out_type=tf.int32, max_bytes_per_word=4)",
)
_MODELS = ("model=tokenizers.model('unigram')", "model=tokenizers.model('bpe')")
_PIECES = ("['the quick héllo xyz', '', '  a  b ', '[MASK]fox']", "'the fox'", "tf.ragged.constant([['the fox'], []])")
_TRIMMERS = ("RoundRobinTrimmer", "WaterfallTrimmer", "ShrinkLongestTrimmer")
_SPANS = ("[0, 2, 4], [2, 4, 6], [0, 2, 5], [2, 5, 6]", "[0, 2, 4], [4, 4, 6], [0, 2], [4, 3]")
_RAGGED_SPANS = (
    "tf.ragged.constant([[0, 2, 4], [0]]), tf.ragged.constant([[2, 4, 6], [9]]), "
    "tf.ragged.constant([[0, 2, 5], [1, 3]]), tf.ragged.constant([[2, 5, 6], [2, 4]])"
)
_OVERLAPS = ("", ", contains=True", ", contained_by=True", ", partial_overlap=True")
_SCORES = "np.float32([[[10, 12, 6, 4], [13, 12, 11, 10]], [[1, 2, 3, 4], [8, 7, 6, 5]]])"
_ALLOWED = "np.array([[1, 1, 1, 1], [0, 1, 0, 1], [1, 0, 1, 1], [1, 1, 1, 0]], bool)"
_WEIGHTS = "np.float32([[.1, .2, .3, .4], [.5, .6, .7, .8], [.1, .9, .3, .4], [.5, .2, .3, .1]])"
_SEQUENCES = (
    "[2, 1], use_start_and_end_states=False",
    f"[2, 1], allowed_transitions={_ALLOWED}, use_start_and_end_states=False",
    f"[2, 2], transition_weights={_WEIGHTS}, use_start_and_end_states=False",
    f"[2, 0], transition_weights={_WEIGHTS}, use_log_space=True, use_start_and_end_states=False",
    f"transition_weights=np.pad({_WEIGHTS}, (0, 1), constant_values=.5), use_log_space=True, use_start_and_end_states=True",
    f"[1, 2], allowed_transitions=np.pad({_ALLOWED}, (0, 1), constant_values=True), "
    f"transition_weights=np.pad({_WEIGHTS}, (0, 1), constant_values=.5), use_start_and_end_states=True",
    "[3, 1], use_start_and_end_states=False",
)
_SHAPES = (
    '["Hello", "HELLO", "hello", "heLLo", "U.S.", "I.B.M", "123", "$5", "a-b", "...", "abc…", ":-)", "😀", "“x", "x”", "don\'t", "+", '
    '"1,000", "x!", "!x", "", "ÉA", "12ab", "-5", "1.5e3", "²", "::", "\'s", "ok :-)", "XD"]'
)
_SHAPE_NAMES = [
    "HAS_PUNCTUATION_DASH",
    "HAS_NO_DIGITS",
    "HAS_SOME_DIGITS",
    "HAS_ONLY_DIGITS",
    "IS_NUMERIC_VALUE",
    "HAS_NO_PUNCT_OR_SYMBOL",
    "HAS_SOME_PUNCT_OR_SYMBOL",
    "IS_PUNCT_OR_SYMBOL",
    "BEGINS_WITH_PUNCT_OR_SYMBOL",
    "ENDS_WITH_PUNCT_OR_SYMBOL",
    "ENDS_WITH_ELLIPSIS",
    "IS_EMOTICON",
    "ENDS_WITH_EMOTICON",
    "HAS_EMOJI",
    "IS_ACRONYM_WITH_PERIODS",
    "IS_UPPERCASE",
    "IS_LOWERCASE",
    "HAS_MIXED_CASE",
    "IS_MIXED_CASE_LETTERS",
    "HAS_TITLE_CASE",
    "BEGINS_WITH_OPEN_QUOTE",
    "ENDS_WITH_CLOSE_QUOTE",
    "HAS_MATH_SYMBOL",
    "HAS_CURRENCY_SYMBOL",
    "HAS_NON_LETTER",
]

ROWS = [
    *(f"{s}.split_with_offsets({x})" for s in _SPLITTERS for x in _INPUTS),
    *(f"{t}.tokenize_with_offsets({x})" for t in _WORDPIECES for x in _WORDS),
    *(f"{t}.tokenize_with_offsets({x})" for t in _BERT for x in _TEXTS),
    *(f"{t}.tokenize({x})" for t in _BERT for x in (*_TEXTS, "'the Greatest'", "tf.ragged.constant([['the a'], []])")),
    *(f"{t}.tokenize_with_offsets(tf.ragged.constant([['the a'], []]))" for t in _BERT[-4:]),
    "text.WhitespaceTokenizer().tokenize(['1a\\u00a0'])",
    "text.WordpieceTokenizer(tokenizers.table(tf)).detokenize(tf.ragged.constant([[4, 5, 6], [1, 7, 8, 9, 0], [99]]))",
    "text.WordpieceTokenizer(tokenizers.table(tf)).vocab_size()",
    "text.WordpieceTokenizer(['a'])",
    "text.BertTokenizer('/nowhere/words.txt')",
    "text.BertTokenizer(tokenizers.table(tf)).detokenize([[4, 5, 6], [1, 7, 8]])",
    *(
        f"text.FastWordpieceTokenizer(tokenizers.VOCAB, support_detokenization=True).detokenize({x})"
        for x in ("tf.ragged.constant([[4, 5, 6], [7, 8, 9, 1], []])", "[4, 5, 6]", "[[4, 5, 6], [9, 9, 9]]")
    ),
    "text.FastWordpieceTokenizer(tokenizers.VOCAB).detokenize([4])",
    "text.FastWordpieceTokenizer(['a', 'b'])",
    "text.FastWordpieceTokenizer()",
    "text.FastBertTokenizer(tokenizers.VOCAB, support_detokenization=True).detokenize([[4, 5, 6]])",
    *(
        f"text.FastBertNormalizer({case}).normalize_with_offsets([tokenizers.TEXTS[0], 'ÀÉ x\\tﬁ\\u00ad', 'a\\x00\\x7f\\r\\n\\u3000b'])"
        for case in (True, False)
    ),
    "text.UnicodeCharTokenizer().detokenize([[104, 233], [33, 33]])",
    "text.ByteSplitter().split_by_offsets('hello', [0, 4], [4, 5])",
    "text.ByteSplitter().split_by_offsets(['hello', 'abc'], [[0, 4], [1, 2]], [[4, 5], [2, 3]])",
    "text.ByteSplitter().split_by_offsets('hello', [0], [9])",
    "text.ByteSplitter().split_by_offsets('hello', [7], [9])",
    *(
        f"text.regex_split_with_offsets({x}, {pattern})"
        for x in ("['a b,c  d', '']", "'a b,c'", "tf.ragged.constant([['(a) b'], [], ['c']])")
        for pattern in ("'[ ,]'", "'[ ,]', '[,]'", r"r'\s|\p{P}', r'\p{P}'")
    ),
    "text.regex_split(['a'], '(')",
    *(
        f"text.SentencepieceTokenizer({m}{more}).{call}({x})"
        for m in _MODELS
        for more in ("", ", out_type=tf.string", ", add_bos=True, add_eos=True, reverse=True")
        for call in ("tokenize", "tokenize_with_offsets")
        for x in _PIECES
    ),
    *(
        f"text.SentencepieceTokenizer({m}).{call}"
        for m in _MODELS
        for call in (
            "detokenize([[1, 5, 6], [7, 8, 9]])", "detokenize([5, 6])", "vocab_size()", "id_to_string([[0, 1], [5, 6]])",
            "id_to_string(5)", "string_to_id(['▁the', 'nope'])",
        )
    ),
    *(f"text.SentencepieceTokenizer({_MODELS[0]}, nbest_size=2, return_nbest=True).tokenize({x})" for x in ("'the fox'", "['the fox', 'a']")),
    "text.SentencepieceTokenizer(tokenizers.model('bpe'), nbest_size=2, return_nbest=True).tokenize('a')",
    "text.SentencepieceTokenizer(tokenizers.model('unigram'), out_type=tf.string).detokenize([['▁the', '▁fo', 'x']])",
    "text.SentencepieceTokenizer(b'xx')",
    "text.SentencepieceTokenizer()",
    *(f"text.FastSentencepieceTokenizer(tokenizers.model('unigram')).tokenize({x})" for x in _PIECES),
    "text.FastSentencepieceTokenizer(tokenizers.model('unigram'), True, True, True).tokenize('the fox')",
    "text.FastSentencepieceTokenizer(tokenizers.model('unigram')).detokenize([[5, 6]])",
    "text.FastSentencepieceTokenizer(tokenizers.model('unigram')).vocab_size()",
    *(f"text.normalize_utf8(['株式會社', 'ﬁ Å', 'A\\u030a'], '{form}')" for form in ("nfc", "nfkc", "NFD", "NFKD", "foo")),
    "text.case_fold_utf8(['Grüße ÀÉ ﬃ\\u00adx', b'A\\xff', 'İI'])",
    "text.case_fold_utf8(tf.ragged.constant([['A'], []]))",
    "text.normalize_utf8_with_offsets_map('株式會社Å ﬁ', 'nfkd').output",
    "text.find_source_offsets(text.normalize_utf8_with_offsets_map(['株式會社Å ﬁ', 'a'], 'nfkd').offsets_map, tf.ragged.constant([[0, 3, 14, 15, 16, 17, 18, 30], [0, 1]], dtype=tf.int64))",
    "text.find_source_offsets(text.normalize_utf8_with_offsets_map('Å ﬁ', 'nfkd').offsets_map, [0, 1, 2, 3, 4, 5, 6, 7])",
    "text.find_source_offsets(text.normalize_utf8_with_offsets_map('A\\u030ab', 'nfc').offsets_map, [0, 1, 2, 3])",
    "text.coerce_to_structurally_valid_utf8([b'A\\xffb\\xe4\\xb8', 'ok'])",
    "text.coerce_to_structurally_valid_utf8([b'A\\xffb\\xe4\\xb8', 'ok'], '?')",
    "tf.strings.unicode_script([97, 945, 20013, 48, 768, 65533, -1, 1114112])",
    "tf.strings.unicode_script(tf.range(0, 1114112, 97))",
    *(
        f"text.{t}({m}).{what}(tokenizers.segments(tf))"
        for t in _TRIMMERS for m in (7, 4, 3, 1, 0) for what in ("trim", "generate_mask")
    ),
    "text.WaterfallTrimmer([4, 2, 3]).trim(tokenizers.segments(tf))",
    *(f"text.{t}(3, axis={axis}).trim([tokenizers.nested(tf)] * 2)" for t in ("WaterfallTrimmer", "ShrinkLongestTrimmer") for axis in (1, -1)),
    "text.RoundRobinTrimmer(3, axis=1).trim([tokenizers.nested(tf)] * 2)",
    "text.combine_segments(tokenizers.segments(tf), 101, 102)",
    "text.combine_segments([tf.ragged.constant([['a']])], 101, 102)",
    "text.combine_segments([tf.ragged.constant([[[1, 2], [3]], []]), tf.ragged.constant([[[4]], [[5]]])], 101, 102)",
    "text.combine_segments([], 101, 102)",
    "text.concatenate_segments(tokenizers.segments(tf))",
    *(f"text.pad_model_inputs({x})" for x in ("tokenizers.segments(tf)[0], 3", "tokenizers.segments(tf)[0], 6, 9", "tf.constant([[1, 2], [3, 4]]), 3", "tf.constant([1, 2, 3]), 2", "tokenizers.ids(tf), 4")),
    "text.pad_along_dimension(tf.constant([[1, 2], [3, 4]]), -1, [9], [8, 7])",
    "text.pad_along_dimension(tokenizers.segments(tf)[0], -1, [9], [8, 7])",
    "text.pad_along_dimension(tokenizers.segments(tf)[0], 0, [[9]])",
    "text.pad_along_dimension(tf.constant([[1, 2], [3, 4]]), 0, [[9, 9]])",
    "text.gather_with_default(['a', 'b'], [0, -1], 'x')",
    "text.gather_with_default([1, 2, 3], [0, 5], 9)",
    "text.gather_with_default([[1, 2], [3, 4]], [1, -1], [9, 9], axis=0)",
    *(
        f"text.{s}(2, {ids}).{what}(tokenizers.ids(tf), axis=1)"
        for s in ("FirstNItemSelector", "LastNItemSelector") for ids in ("[101, 102]", "None")
        for what in ("get_selection_mask", "get_selectable")
    ),
    "text.FirstNItemSelector(2).get_selection_mask(tf.ragged.constant([[[1, 2], [3]], [[4]]], dtype=tf.int64), axis=1)",
    *(f"tokenizers.chosen(text, {rate}).get_selection_mask(tokenizers.ids(tf), axis=1)" for rate in (0.2, 0.5, 1.0)),
    "tokenizers.chosen(text, 0.5).get_selectable(tokenizers.ids(tf), axis=1)",
    "text.RandomItemSelector(2, 1.0, [101, 102]).get_selection_mask(tokenizers.ids(tf), axis=1)",
    *(
        f"text.mask_language_model({x}, tokenizers.chosen(text, 1.0), text.MaskValuesChooser(100, 103, {rates}), axis=1)"
        for x in ("tokenizers.ids(tf)", "tf.ragged.constant([[[1, 2], [3]], [[4, 5]]], dtype=tf.int64)")
        for rates in ("1.0, 0.0", "0.0, 0.0", "0.5, 0.3")
    ),
    *(f"text.ngrams({x})" for x in (
        "['a', 'b', 'c'], 2, reduction_type=text.Reduction.STRING_JOIN", "[1., 2, 3], 2, reduction_type=text.Reduction.SUM",
        "[[1., 2, 3], [4, 5, 6]], 2, axis=1, reduction_type=text.Reduction.MEAN",
        "[['a', 'b', 'c'], ['d', 'e', 'f']], 2, reduction_type=text.Reduction.STRING_JOIN, string_separator='|'",
        "tf.ragged.constant([['a', 'b', 'c'], ['d'], []]), 2, reduction_type=text.Reduction.STRING_JOIN",
        "tokenizers.nested(tf), 2, reduction_type=text.Reduction.STRING_JOIN",
        "tokenizers.segments(tf)[0], 2, reduction_type=text.Reduction.SUM", "['a'], 2", "['a'], 0, reduction_type=text.Reduction.SUM",
        "['a', 'b'], 2, axis=0, reduction_type=text.Reduction.STRING_JOIN", "['a', 'b'], 3, reduction_type=text.Reduction.STRING_JOIN",
    )),
    *(f"text.sliding_window({x})" for x in (
        "[1, 2, 3, 4, 5], 3", "[[1, 2, 3, 4, 5]] * 2, 3, axis=1", "[[1, 2, 3], [4, 5, 6]], 2, axis=0", "[1, 2], 3", "[1], 0",
        "tokenizers.segments(tf)[0], 2", "tokenizers.segments(tf)[0], 2, axis=0", "tokenizers.nested(tf), 2",
        "tokenizers.nested(tf), 2, axis=1",
    )),
    *(f"text.span_overlaps({s}{o})" for s in (*_SPANS, _RAGGED_SPANS, "[[0, 2, 4]], [[2, 4, 6]], [[0, 2, 5]], [[2, 5, 6]]") for o in _OVERLAPS),
    *(f"text.span_alignment({s}{o}{m})" for s in (*_SPANS, _RAGGED_SPANS) for o in _OVERLAPS for m in ("", ", multivalent_result=True")),
    *(f"text.{f}({_SCORES}, {a})" for f in ("viterbi_constrained_sequence", "greedy_constrained_sequence") for a in _SEQUENCES),
    f"text.viterbi_constrained_sequence({_SCORES}[0], [2], use_start_and_end_states=False)",
    *(
        f"text.max_spanning_tree(np.array([5, 3]), np.random.RandomState({seed}).randn(2, 5, 5).astype('{dtype}'), forest={forest})"
        for seed in range(4) for dtype in ("f", "d") for forest in (True, False)
    ),
    "text.max_spanning_tree(np.array([4]), np.arange(16).reshape(1, 4, 4).astype('i') ** 2 % 37)",
    "grad(lambda s: text.max_spanning_tree(np.array([5, 3]), s)[0], np.random.RandomState(1).randn(2, 5, 5).astype('f'))",
    *(
        f"text.metrics.rouge_l(tf.ragged.constant([['a', 'b', 'c', 'd'], ['d'], []]), tf.ragged.constant([['a', 'c', 'd'], ['e'], []]){alpha})"
        for alpha in ("", ", alpha=1.0", ", alpha=0.0", ", alpha=0.25", ", alpha=2.0")
    ),
    "text.metrics.rouge_l(tf.ragged.constant([[1, 2, 3, 4]]), tf.ragged.constant([[2, 4, 5]]))",
    *(f"text.wordshape({_SHAPES}, text.WordShape.{name})" for name in _SHAPE_NAMES),
    "text.wordshape([['a'], ['A']], [text.WordShape.HAS_TITLE_CASE, text.WordShape.IS_LOWERCASE])",
    *(f"tokenizers.vocabulary(tf, {size})" for size in (50, 60, 80)),
    "tokenizers.vocabulary(tf, 60, bert_tokenizer_params={'lower_case': True}, learn_params={'num_iterations': 2})",
    "tokenizers.vocabulary(tf, 60, learn_params={'include_joiner_token': False, 'max_token_length': 5, 'max_unique_chars': 20})",
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "A text that ends with a blank of several bytes keeps no byte of it in its last word.": [
        "text.WhitespaceTokenizer().tokenize(['1a\\u00a0'])",
    ],
    "That all rows of a tensor have one length is known of the ends of characters, too.": [
        "text.UnicodeCharTokenizer().split_with_offsets([['a b'], ['c']])",
        "text.UnicodeCharTokenizer().split_with_offsets(tf.zeros([0, 2], tf.string))",
    ],
    "The tokens of a single text are a vector.": [
        f"{_BERT[5]}.tokenize('the Greatest')",
        f"{_BERT[6]}.tokenize('the Greatest')",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
