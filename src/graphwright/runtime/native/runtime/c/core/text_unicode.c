// Text as characters: UTF-8 as code points.

#include "core/text.h"

int64_t gw_text_decode(const struct gw_piece *pieces, int64_t count, int64_t lowest, int64_t replacement,
                       int32_t *characters, int64_t *starts, int64_t *splits) {
    int64_t all = 0;
    splits[0] = 0;
    for (int64_t i = 0; i < count; i++) {
        const unsigned char *bytes = (const unsigned char *)pieces[i].data;
        for (int64_t at = 0, length; at < pieces[i].size; at += length) {
            int32_t point;
            length = gw_character_at(bytes + at, pieces[i].size - at, &point);
            if (!length)
                return -1;
            if (point < lowest) {
                if (replacement < 0)
                    continue;
                point = (int32_t)replacement;
            }
            characters[all] = point;
            starts[all++] = at;
        }
        splits[i + 1] = all;
    }
    return all;
}

static char *in_utf8(uint32_t point, char *to) {
    if (point < 0x80) {
        *to++ = (char)point;
        return to;
    }
    int rest = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    *to++ = (char)(0xFF00 >> (rest + 1) | point >> 6 * rest);
    while (rest--)
        *to++ = (char)(0x80 | (point >> 6 * rest & 0x3F));
    return to;
}

static char *big_endian(uint32_t number, int bytes, char *to) {
    while (bytes--)
        *to++ = (char)(number >> 8 * bytes);
    return to;
}

static char *in_utf16(uint32_t point, char *to) {
    if (point < 0x10000)
        return big_endian(point, 2, to);
    point -= 0x10000;
    return big_endian(0xDC00 | (point & 0x3FF), 2, big_endian(0xD800 | point >> 10, 2, to));
}

int64_t gw_text_encode(const int32_t *characters, const int64_t *splits, int64_t count, int64_t bits, char *room,
                       struct gw_piece *result) {
    for (int64_t i = 0; i < count; i++) {
        char *end = room;
        for (int64_t j = splits[i]; j < splits[i + 1]; j++) {
            uint32_t point = (uint32_t)characters[j];
            if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000))
                return -1;
            end = bits == 8 ? in_utf8(point, end) : bits == 16 ? in_utf16(point, end) : big_endian(point, 4, end);
        }
        result[i] = (struct gw_piece){room, end - room};
        room = end;
    }
    return 0;
}
