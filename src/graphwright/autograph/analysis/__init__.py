"""What the statements of one function read, bind and leave alive."""
