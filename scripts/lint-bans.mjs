// What our own code may not name, whatever the spelling: ways out of the page that no content policy can shut, markup from
// text, and clocks and dice where everything must be repeatable. Used by the lint configuration and by the test of these bans.

const OUT = 'Nothing leaves the page.';
const TEXT = 'Anything untrusted is text.';
const CLOCK = 'The clock is a port.';
const DICE = 'Randomness is a port.';

/** @param {string} message @param {string[]} selectors */
const ban = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));

const ROOTS = '/^(window|globalThis|self|top|parent|document)$/';

/** Everywhere in src. */
export const BANNED_EVERYWHERE = [
  ...ban(
    OUT,
    'MemberExpression[property.name=/^(sendBeacon|RTCPeerConnection|webkitRTCPeerConnection)$/]',
    "NewExpression[callee.name='RTCPeerConnection']",
    `CallExpression[callee.object.name=${ROOTS}][callee.property.name='open']`,
    "AssignmentExpression[left.name='location']",
    `AssignmentExpression[left.property.name='location'][left.object.name=${ROOTS}]`,
    "AssignmentExpression[left.property.name='href'][left.object.name='location']",
    "AssignmentExpression[left.property.name='href'][left.object.property.name='location']",
    "MemberExpression[object.name='location'][property.name=/^(assign|replace)$/]",
    "MemberExpression[object.property.name='location'][property.name=/^(assign|replace)$/]",
  ),
  ...ban(
    TEXT,
    "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    "CallExpression[callee.property.name='write'][callee.object.name='document']",
  ),
];

/** In the model and in the mock agents as well. */
export const BANNED_WHERE_REPEATABLE = [
  ...BANNED_EVERYWHERE,
  ...ban(
    CLOCK,
    "NewExpression[callee.name='Date'][arguments.length=0]",
    "NewExpression[callee.property.name='Date']",
    "CallExpression[callee.name='Date']",
    "MemberExpression[object.name='Date'][property.name='now']",
    "MemberExpression[object.property.name='Date']",
    "MemberExpression[object.name='performance']",
    "MemberExpression[object.property.name='performance']",
    'VariableDeclarator[init.name=/^(Date|performance)$/]',
  ),
  ...ban(
    DICE,
    "MemberExpression[object.name='Math'][property.name='random']",
    "MemberExpression[object.property.name='Math']",
    "MemberExpression[object.name='crypto']",
    "MemberExpression[object.property.name='crypto']",
    'VariableDeclarator[init.name=/^(Math|crypto)$/]',
  ),
  ...ban(
    'Only through a port.',
    'CallExpression[callee.name=/^(setTimeout|setInterval|requestAnimationFrame|fetch)$/]',
    'NewExpression[callee.name=/^(WebSocket|EventSource)$/]',
  ),
];

/** By scope and not by spelling: a function of ours may be called so, the global may not. */
export const BANNED_GLOBALS = [{ name: 'open', message: OUT }];
