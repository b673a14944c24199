"""What a program is written into: values, their memory, the text around them."""
