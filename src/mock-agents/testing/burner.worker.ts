// Load for tests of determinism: keeps a core busy until it is ended.
let rounds = 0;
for (;;) rounds++;
