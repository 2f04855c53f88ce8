import { expect, test } from 'vitest'
import { refusalOf } from './mail-transport.ts'

const failed = (command: string, response: string) => ({
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
})

test.each<[string, object, string | null]>([
  ['an unknown mailbox', failed('RCPT TO', '550 5.1.1 No such user here'), 'No such user here'],
  [
    'a reason of several lines',
    failed('RCPT TO', '550-5.1.1 No such user\n550 5.1.1 Check the address'),
    'No such user Check the address',
  ],
  [
    'a reason without an enhanced code',
    failed('RCPT TO', '553 mailbox name not allowed'),
    'mailbox name not allowed',
  ],
  ['a refusal without words', failed('RCPT TO', '550'), 'no reason given'],
  ['an unknown mailbox, found after the message', failed('DATA', '550 5.1.1 User unknown'), 'User unknown'],
  ['a full mailbox for now', failed('RCPT TO', '452 4.2.2 Mailbox full'), null],
  ['a message refused as spam', failed('DATA', '554 5.7.1 Message looks like spam'), null],
  ['our server on a blocklist', failed('RCPT TO', '554 5.7.1 Blocked by our list'), null],
  ['a refused sender', failed('MAIL FROM', '550 5.1.8 Bad sender'), null],
  ['a wrong password', failed('AUTH PLAIN', '535 5.7.8 Authentication failed'), null],
  ['no mail server', Object.assign(new Error('connect ECONNREFUSED'), { command: 'CONN' }), null],
])('an address counts as refused only if it is the cause of the failure: %s', (_, error, reason) =>
  expect(refusalOf(error)).toBe(reason),
)
