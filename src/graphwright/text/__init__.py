"""`tf.text`: tokenizers, and ops on tokens, as in the library TensorFlow Text.

>>> tf.text.WhitespaceTokenizer().tokenize(["the quick fox", "jumps"])
<tf.RaggedTensor [[b'the', b'quick', b'fox'], [b'jumps']]>
"""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "text.masking": (
            "FirstNItemSelector LastNItemSelector MaskValuesChooser RandomItemSelector mask_language_model"
        ),
        "text.metrics": "metrics=",
        "text.normalization": (
            "case_fold_utf8 coerce_to_structurally_valid_utf8 find_source_offsets normalize_utf8 "
            "normalize_utf8_with_offsets_map"
        ),
        "text.segments": (
            "combine_segments concatenate_segments gather_with_default pad_along_dimension pad_model_inputs"
        ),
        "text.sequences": "greedy_constrained_sequence viterbi_constrained_sequence",
        "text.spanning_tree": "max_spanning_tree",
        "text.spans": "span_alignment span_overlaps",
        "text.tokenizers.bert": "BertTokenizer FastBertTokenizer",
        "text.tokenizers.bert_words": "FastBertNormalizer build_fast_bert_normalizer_model",
        "text.tokenizers.bytes": "ByteSplitter",
        "text.tokenizers.fast_sentencepiece": "FastSentencepieceTokenizer",
        "text.tokenizers.fast_wordpiece": "FastWordpieceTokenizer build_fast_wordpiece_model",
        "text.tokenizers.hub": "HubModuleSplitter HubModuleTokenizer",
        "text.tokenizers.interfaces": "Detokenizer Splitter SplitterWithOffsets Tokenizer TokenizerWithOffsets",
        "text.tokenizers.patterns": "RegexSplitter regex_split regex_split_with_offsets",
        "text.tokenizers.sentencepiece": "SentencepieceTokenizer",
        "text.tokenizers.unicode": "UnicodeCharTokenizer UnicodeScriptTokenizer WhitespaceTokenizer",
        "text.tokenizers.wordpiece": "WordpieceTokenizer",
        "text.trimmers": "RoundRobinTrimmer ShrinkLongestTrimmer Trimmer WaterfallTrimmer",
        "text.vocabulary": "bert_vocab_from_dataset",
        "text.windows": "Reduction ngrams sliding_window",
        "text.wordshapes": "WordShape wordshape",
    },
)
