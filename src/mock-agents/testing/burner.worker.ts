// Load for tests of determinism: keeps a core busy until it is ended.
for (;;);
