// Hashes of text, as `ops/text/_fingerprint.py` and `ops/text/_hashes.py` compute them: FarmHash's fingerprint of 64
// bits, MurmurHash64A, SipHash-2-4.

#include "core/text.h"

static const uint64_t K0 = 0xC3A5C85C97CB3127u, K1 = 0xB492B66FBE98F273u, K2 = 0x9AE16A3B2F90404Fu;

struct pair {
    uint64_t first, second;
};

static uint64_t word(const unsigned char *text, int64_t at, int64_t size) {
    uint64_t result = 0;
    for (int64_t i = 0; i < size; i++)
        result |= (uint64_t)text[at + i] << 8 * i;
    return result;
}

static uint64_t word8(const unsigned char *text, int64_t at) {
    uint64_t result;
    __builtin_memcpy(&result, text + at, 8);  // every target is little-endian
    return result;
}

static uint64_t rotate(uint64_t value, int shift) { return value >> shift | value << (64 - shift); }
static uint64_t shift_mix(uint64_t value) { return value ^ value >> 47; }

static uint64_t hash_16(uint64_t u, uint64_t v, uint64_t multiplier) {
    uint64_t a = shift_mix((u ^ v) * multiplier);
    return shift_mix((v ^ a) * multiplier) * multiplier;
}

static uint64_t up_to_16(const unsigned char *text, int64_t size) {
    uint64_t multiplier = K2 + (uint64_t)size * 2;
    if (size >= 8) {
        uint64_t a = word8(text, 0) + K2, b = word8(text, size - 8);
        return hash_16(rotate(b, 37) * multiplier + a, (rotate(a, 25) + b) * multiplier, multiplier);
    }
    if (size >= 4)
        return hash_16((uint64_t)size + (word(text, 0, 4) << 3), word(text, size - 4, 4), multiplier);
    if (size == 0)
        return K2;
    uint64_t y = text[0] + ((uint64_t)text[size >> 1] << 8), z = (uint64_t)size + ((uint64_t)text[size - 1] << 2);
    return shift_mix((y * K2) ^ (z * K0)) * K2;
}

static uint64_t up_to_32(const unsigned char *text, int64_t size) {
    uint64_t multiplier = K2 + (uint64_t)size * 2, a = word8(text, 0) * K1, b = word8(text, 8);
    uint64_t c = word8(text, size - 8) * multiplier, d = word8(text, size - 16) * K2;
    return hash_16(rotate(a + b, 43) + rotate(c, 30) + d, a + rotate(b + K2, 18) + c, multiplier);
}

static uint64_t up_to_64(const unsigned char *text, int64_t size) {
    uint64_t multiplier = K2 + (uint64_t)size * 2, a = word8(text, 0) * K2, b = word8(text, 8);
    uint64_t c = word8(text, size - 8) * multiplier, d = word8(text, size - 16) * K2;
    uint64_t y = rotate(a + b, 43) + rotate(c, 30) + d;
    uint64_t z = hash_16(y, a + rotate(b + K2, 18) + c, multiplier);
    uint64_t e = word8(text, 16) * multiplier, f = word8(text, 24);
    uint64_t g = (y + word8(text, size - 32)) * multiplier, h = (z + word8(text, size - 24)) * multiplier;
    return hash_16(rotate(e + f, 43) + rotate(g, 30) + h, e + rotate(f + a, 18) + g, multiplier);
}

// Two weak checksums of 32 bytes.
static struct pair weak_32(const unsigned char *text, int64_t at, uint64_t a, uint64_t b) {
    uint64_t z = word8(text, at + 24);
    a += word8(text, at);
    b = rotate(b + a + z, 21);
    uint64_t c = a;
    a += word8(text, at + 8) + word8(text, at + 16);
    b += rotate(a, 44);
    return (struct pair){a + z, b + c};
}

struct state {
    uint64_t x, y, z;
    struct pair v, w;
};

// 64 bytes more; the last of them weigh more.
static void add_64(struct state *s, const unsigned char *text, int64_t at, uint64_t multiplier, uint64_t weight) {
    s->x = rotate(s->x + s->y + s->v.first + word8(text, at + 8), 37) * multiplier;
    s->y = rotate(s->y + s->v.second + word8(text, at + 48), 42) * multiplier;
    s->x ^= s->w.second * weight;
    s->y += s->v.first * weight + word8(text, at + 40);
    s->z = rotate(s->z + s->w.first, 33) * multiplier;
    s->v = weak_32(text, at, s->v.second * multiplier, s->x + s->w.first);
    s->w = weak_32(text, at + 32, s->z + s->w.second, s->y + word8(text, at + 16));
    uint64_t x = s->x;
    s->x = s->z;
    s->z = x;
}

static uint64_t beyond_64(const unsigned char *text, int64_t size) {
    const uint64_t seed = 81;
    struct state s = {.x = seed * K2 + word8(text, 0), .y = seed * K1 + 113};
    s.z = shift_mix(s.y * K2 + 113) * K2;
    int64_t end = (size - 1) / 64 * 64, rest = (size - 1) & 63;
    for (int64_t at = 0; at < end; at += 64)
        add_64(&s, text, at, K1, 1);
    uint64_t multiplier = K1 + ((s.z & 0xFF) << 1);
    s.w.first += (uint64_t)rest;
    s.v.first += s.w.first;
    s.w.first += s.v.first;
    add_64(&s, text, end + rest - 63, multiplier, 9);
    uint64_t first = hash_16(s.v.first, s.w.first, multiplier) + shift_mix(s.y) * K0 + s.z;
    return hash_16(first, hash_16(s.v.second, s.w.second, multiplier) + s.x, multiplier);
}

uint64_t gw_fingerprint(const char *bytes, int64_t size) {
    const unsigned char *text = (const unsigned char *)bytes;
    return size <= 16 ? up_to_16(text, size)
           : size <= 32 ? up_to_32(text, size)
           : size <= 64 ? up_to_64(text, size)
                        : beyond_64(text, size);
}

void gw_find_buckets(const struct gw_piece *pieces, int64_t count, int64_t buckets, int64_t *result) {
    for (int64_t i = 0; i < count; i++)
        result[i] = (int64_t)(gw_fingerprint(pieces[i].data, pieces[i].size) % (uint64_t)buckets);
}

// MurmurHash64A

static const uint64_t MURMUR_SEED = 0xDECAFCAFFEu, MURMUR_FACTOR = 0xC6A4A7935BD1E995u;

static uint64_t murmur(const unsigned char *text, int64_t size) {
    uint64_t state = MURMUR_SEED ^ (uint64_t)size * MURMUR_FACTOR;
    int64_t at = 0;
    for (; at + 8 <= size; at += 8)
        state = (state ^ shift_mix(word8(text, at) * MURMUR_FACTOR) * MURMUR_FACTOR) * MURMUR_FACTOR;
    if (at < size)
        state = (state ^ word(text, at, size - at)) * MURMUR_FACTOR;
    return shift_mix(shift_mix(state) * MURMUR_FACTOR);
}

void gw_murmur_buckets(const struct gw_piece *pieces, int64_t count, int64_t buckets, int64_t *result) {
    for (int64_t i = 0; i < count; i++)
        result[i] = (int64_t)(murmur((const unsigned char *)pieces[i].data, pieces[i].size) % (uint64_t)buckets);
}

// SipHash-2-4

static uint64_t rotate_left(uint64_t value, int shift) { return value << shift | value >> (64 - shift); }

static void sip_rounds(uint64_t *s, int rounds) {
    while (rounds--) {
        s[0] += s[1], s[2] += s[3];
        s[1] = rotate_left(s[1], 13) ^ s[0], s[3] = rotate_left(s[3], 16) ^ s[2];
        s[0] = rotate_left(s[0], 32);
        s[2] += s[1], s[0] += s[3];
        s[1] = rotate_left(s[1], 17) ^ s[2], s[3] = rotate_left(s[3], 21) ^ s[0];
        s[2] = rotate_left(s[2], 32);
    }
}

static uint64_t sip(const unsigned char *text, int64_t size, const uint64_t *key) {
    uint64_t s[4] = {key[0] ^ 0x736F6D6570736575u, key[1] ^ 0x646F72616E646F6Du, key[0] ^ 0x6C7967656E657261u,
                     key[1] ^ 0x7465646279746573u};
    for (int64_t at = 0; at <= size; at += 8) {
        uint64_t next = at + 8 <= size ? word8(text, at) : word(text, at, size - at) | (uint64_t)size << 56;
        s[3] ^= next;
        sip_rounds(s, 2);
        s[0] ^= next;
    }
    s[2] ^= 0xFF;
    sip_rounds(s, 4);
    return s[0] ^ s[1] ^ s[2] ^ s[3];
}

void gw_sip_buckets(const struct gw_piece *pieces, int64_t count, int64_t buckets, const uint64_t *key,
                    int64_t *result) {
    for (int64_t i = 0; i < count; i++)
        result[i] = (int64_t)(sip((const unsigned char *)pieces[i].data, pieces[i].size, key) % (uint64_t)buckets);
}
