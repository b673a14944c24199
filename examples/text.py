"""Tell what a message to a shop is about: a text classifier from raw strings to intents.

    python examples/text.py                    # 600 messages, 10 epochs
    python examples/text.py --epochs 3 --picture text.png

The messages are put together at random from phrases and have typing errors; those of the test are about things that
training never mentions. The first layer splits strings into words.
"""

import argparse

import numpy as np

import graphwright as tf

INTENTS = ("where is it", "send it back", "change the order", "praise")
OPENINGS = ("hello ,", "hi there ,", "good morning .", "dear team ,", "", "", "please help :")
THINGS = ("lamp", "kettle", "bicycle", "jacket", "headphones", "chair", "book", "camera", "tent", "mirror", "carpet")
PHRASES = {
    "where is it": ("where is my {}", "the {} has not arrived", "when will the {} arrive", "i still wait for my {}"),
    "send it back": ("the {} is broken", "i want my money back for the {}", "the {} does not fit", "return my {}"),
    "change the order": (
        "i ordered the wrong {}",
        "add a {} to my order",
        "make it two instead of one {}",
        "not the {}",
    ),
    "praise": ("i love the {}", "what a great {}", "the {} works well", "thank you for the {}"),
}
ENDINGS = ("", "", ".", "please", "thanks in advance", "as soon as you can", "it is for my sister", "! !")


def mistyped(word, rng):
    """The word with two neighbouring letters swapped."""
    at = rng.integers(0, max(1, len(word) - 1))
    return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]


def messages(count, rng, things):
    """Random messages about `things`: (texts [n], numbers of their intents [n])."""
    intents = rng.integers(0, len(INTENTS), count)
    texts = []
    for intent in intents:
        phrase = str(rng.choice(PHRASES[INTENTS[intent]])).format(rng.choice(things))
        words = f"{rng.choice(OPENINGS)} {phrase} {rng.choice(ENDINGS)}".split()
        texts.append(" ".join(mistyped(word, rng) if rng.random() < 0.2 else word for word in words))
    return np.array(texts), intents.astype(np.int32)


def build(texts):
    """Words to vectors, a convolution over neighbouring words, and the strongest response of each filter."""
    words = tf.keras.layers.TextVectorization(max_tokens=200, output_sequence_length=16, standardize="lower")
    words.adapt(texts)
    return words, tf.keras.Sequential([
        tf.keras.layers.Embedding(words.vocabulary_size(), 16),
        tf.keras.layers.Conv1D(32, 3, padding="same", activation="relu"),
        tf.keras.layers.GlobalMaxPooling1D(),
        tf.keras.layers.Dense(len(INTENTS)),
    ])  # fmt: skip


def draw(path, history, confusion):
    """The accuracy of each epoch, and what was taken for what."""
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    left.plot(np.arange(1, len(history) + 1), history, marker="o")
    left.set(title="Accuracy on messages about other things", xlabel="epoch", ylim=(0, 1.05))
    right.imshow(confusion, cmap="Blues")
    right.set(title="Intent and answer", xticks=range(4), yticks=range(4))
    right.set_xticklabels(INTENTS, rotation=20)
    right.set_yticklabels(INTENTS)
    for (row, column), count in np.ndenumerate(confusion):
        right.text(column, row, count, ha="center", va="center")
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Tell what a message to a shop is about.")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--count", type=int, default=600, help="how many messages to train on")
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    tf.keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    texts, intents = messages(arguments.count, rng, THINGS[:8])
    others, their_intents = messages(400, rng, THINGS[8:])  # things that training never mentions
    words, model = build(texts)
    model.compile(
        tf.keras.optimizers.Adam(0.003),
        tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    training = tf.data.Dataset.from_tensor_slices((texts, intents)).shuffle(2000, seed=1).batch(32)
    held_out = tf.data.Dataset.from_tensor_slices((others, their_intents)).batch(100)
    data = [d.map(lambda text, intent: (words(text), intent)) for d in (training, held_out)]
    history = model.fit(data[0], validation_data=data[1], epochs=arguments.epochs, shuffle=False, verbose=0)
    accuracies = history.history["val_accuracy"]
    for epoch, accuracy in enumerate(accuracies):
        print(f"epoch {epoch + 1}: {accuracy:.1%}")

    answers = np.argmax(model.predict(words(others), verbose=0), axis=1)
    for text, answer in list(zip(others, answers))[:4]:
        print(f"  {str(text)!r}: {INTENTS[answer]}")
    print(f"{np.mean(answers == their_intents):.1%} of the messages about other things are understood")
    if arguments.picture:
        confusion = np.zeros([len(INTENTS)] * 2, int)
        np.add.at(confusion, (their_intents, answers), 1)
        draw(arguments.picture, accuracies, confusion)


if __name__ == "__main__":
    main()
