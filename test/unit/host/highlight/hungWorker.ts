/** A thread that is as busy as with a regular expression that never ends. */
for (;;);
