# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.text`: tokenizers, and ops on tokens, as in the library TensorFlow Text."""

from graphwright.text import metrics as metrics
from graphwright.text.masking import FirstNItemSelector as FirstNItemSelector
from graphwright.text.masking import LastNItemSelector as LastNItemSelector
from graphwright.text.masking import MaskValuesChooser as MaskValuesChooser
from graphwright.text.masking import RandomItemSelector as RandomItemSelector
from graphwright.text.masking import mask_language_model as mask_language_model
from graphwright.text.normalization import case_fold_utf8 as case_fold_utf8
from graphwright.text.normalization import coerce_to_structurally_valid_utf8 as coerce_to_structurally_valid_utf8
from graphwright.text.normalization import find_source_offsets as find_source_offsets
from graphwright.text.normalization import normalize_utf8 as normalize_utf8
from graphwright.text.normalization import normalize_utf8_with_offsets_map as normalize_utf8_with_offsets_map
from graphwright.text.segments import combine_segments as combine_segments
from graphwright.text.segments import concatenate_segments as concatenate_segments
from graphwright.text.segments import gather_with_default as gather_with_default
from graphwright.text.segments import pad_along_dimension as pad_along_dimension
from graphwright.text.segments import pad_model_inputs as pad_model_inputs
from graphwright.text.sequences import greedy_constrained_sequence as greedy_constrained_sequence
from graphwright.text.sequences import viterbi_constrained_sequence as viterbi_constrained_sequence
from graphwright.text.spanning_tree import max_spanning_tree as max_spanning_tree
from graphwright.text.spans import span_alignment as span_alignment
from graphwright.text.spans import span_overlaps as span_overlaps
from graphwright.text.tokenizers.bert import BertTokenizer as BertTokenizer
from graphwright.text.tokenizers.bert import FastBertTokenizer as FastBertTokenizer
from graphwright.text.tokenizers.bert_words import FastBertNormalizer as FastBertNormalizer
from graphwright.text.tokenizers.bert_words import build_fast_bert_normalizer_model as build_fast_bert_normalizer_model
from graphwright.text.tokenizers.bytes import ByteSplitter as ByteSplitter
from graphwright.text.tokenizers.fast_sentencepiece import FastSentencepieceTokenizer as FastSentencepieceTokenizer
from graphwright.text.tokenizers.fast_wordpiece import FastWordpieceTokenizer as FastWordpieceTokenizer
from graphwright.text.tokenizers.fast_wordpiece import build_fast_wordpiece_model as build_fast_wordpiece_model
from graphwright.text.tokenizers.hub import HubModuleSplitter as HubModuleSplitter
from graphwright.text.tokenizers.hub import HubModuleTokenizer as HubModuleTokenizer
from graphwright.text.tokenizers.interfaces import Detokenizer as Detokenizer
from graphwright.text.tokenizers.interfaces import Splitter as Splitter
from graphwright.text.tokenizers.interfaces import SplitterWithOffsets as SplitterWithOffsets
from graphwright.text.tokenizers.interfaces import Tokenizer as Tokenizer
from graphwright.text.tokenizers.interfaces import TokenizerWithOffsets as TokenizerWithOffsets
from graphwright.text.tokenizers.patterns import RegexSplitter as RegexSplitter
from graphwright.text.tokenizers.patterns import regex_split as regex_split
from graphwright.text.tokenizers.patterns import regex_split_with_offsets as regex_split_with_offsets
from graphwright.text.tokenizers.sentencepiece import SentencepieceTokenizer as SentencepieceTokenizer
from graphwright.text.tokenizers.unicode import UnicodeCharTokenizer as UnicodeCharTokenizer
from graphwright.text.tokenizers.unicode import UnicodeScriptTokenizer as UnicodeScriptTokenizer
from graphwright.text.tokenizers.unicode import WhitespaceTokenizer as WhitespaceTokenizer
from graphwright.text.tokenizers.wordpiece import WordpieceTokenizer as WordpieceTokenizer
from graphwright.text.trimmers import RoundRobinTrimmer as RoundRobinTrimmer
from graphwright.text.trimmers import ShrinkLongestTrimmer as ShrinkLongestTrimmer
from graphwright.text.trimmers import Trimmer as Trimmer
from graphwright.text.trimmers import WaterfallTrimmer as WaterfallTrimmer
from graphwright.text.vocabulary import bert_vocab_from_dataset as bert_vocab_from_dataset
from graphwright.text.windows import Reduction as Reduction
from graphwright.text.windows import ngrams as ngrams
from graphwright.text.windows import sliding_window as sliding_window
from graphwright.text.wordshapes import WordShape as WordShape
from graphwright.text.wordshapes import wordshape as wordshape

__all__ = [
    "BertTokenizer",
    "ByteSplitter",
    "Detokenizer",
    "FastBertNormalizer",
    "FastBertTokenizer",
    "FastSentencepieceTokenizer",
    "FastWordpieceTokenizer",
    "FirstNItemSelector",
    "HubModuleSplitter",
    "HubModuleTokenizer",
    "LastNItemSelector",
    "MaskValuesChooser",
    "RandomItemSelector",
    "Reduction",
    "RegexSplitter",
    "RoundRobinTrimmer",
    "SentencepieceTokenizer",
    "ShrinkLongestTrimmer",
    "Splitter",
    "SplitterWithOffsets",
    "Tokenizer",
    "TokenizerWithOffsets",
    "Trimmer",
    "UnicodeCharTokenizer",
    "UnicodeScriptTokenizer",
    "WaterfallTrimmer",
    "WhitespaceTokenizer",
    "WordShape",
    "WordpieceTokenizer",
    "bert_vocab_from_dataset",
    "build_fast_bert_normalizer_model",
    "build_fast_wordpiece_model",
    "case_fold_utf8",
    "coerce_to_structurally_valid_utf8",
    "combine_segments",
    "concatenate_segments",
    "find_source_offsets",
    "gather_with_default",
    "greedy_constrained_sequence",
    "mask_language_model",
    "max_spanning_tree",
    "metrics",
    "ngrams",
    "normalize_utf8",
    "normalize_utf8_with_offsets_map",
    "pad_along_dimension",
    "pad_model_inputs",
    "regex_split",
    "regex_split_with_offsets",
    "sliding_window",
    "span_alignment",
    "span_overlaps",
    "viterbi_constrained_sequence",
    "wordshape",
]
