import type { actionCases } from './audit-action-cases.ts'

// Audit rows about a center's emails to families, with their sentences.
export const mailCases: typeof actionCases = [
  ['centers.logo', null, { image: 'png' }, 'changed the logo'],
  ['centers.logo', { image: 'png' }, null, 'removed the logo'],
  ['mail.unsubscribe', null, { kind: 'all' }, 'unsubscribed from the center’s email'],
  ['mail.subscribe', null, { kind: 'class' }, 'subscribed to the center’s email: Reminders before a class'],
  ['notifications.add', null, null, 'turned on notifications in a browser'],
  ['notifications.remove', null, null, 'turned off notifications in a browser'],
  ['texts.begin', null, null, 'turned on text messages'],
  ['texts.end', null, null, 'turned off text messages'],
  [
    'reminders.change',
    { kind: 'class', isOn: false, hour: null, days: null },
    { kind: 'class', isOn: true, hour: 9, days: null },
    'switched automatic messages on: reminders before a class',
  ],
  [
    'reminders.change',
    { kind: 'expiry', isOn: true, hour: null, days: 7 },
    { kind: 'expiry', isOn: true, hour: null, days: 14 },
    'changed when automatic messages are sent: make-up credits about to expire',
  ],
]
