import { text, named, changes, personIn, countedOr } from '#features/history/change-words.ts'
import type { Told, Wording } from '#shared/wording.ts'

export const duty = (value: unknown) => (text(value) === 'office' ? 'operator' : text(value) || 'staff')

const them = (told: Told) => named(told.names, told.entity, 'someone')

/** Words for this feature's changes in the audit log. */
export const accountsWording: Wording = {
  actions: {
    'staff.invite': ({ after }) => `added ${personIn(after) || 'them'} as ${duty(after['duty'])}`,
    'staff.ask': ({ after }) => `asked ${personIn(after) || 'someone'} to join as ${duty(after['duty'])}`,
    'requests.withdraw': () => 'withdrew a request for consent',
    'requests.accept': ({ after }) =>
      text(after['duty']) ? `agreed to work as ${duty(after['duty'])}` : 'agreed to see this student',
    'requests.decline': ({ after }) =>
      text(after['duty']) ? `declined to work as ${duty(after['duty'])}` : 'declined to see this student',
    'staff.end': ({ before }) => `ended the work as ${duty(before['duty'])}`,
    'staff.change': (told) => changes(told),
    'staff.note': (told) => changes(told),
    'families.invite': ({ after }) =>
      after['inUse']
        ? 'created a link for a new password'
        : text(after['userName'])
          ? `created the user name ${text(after['userName'])} and a link to get started`
          : 'sent an invitation',
    'accounts.change': (told) => changes(told),
    'accounts.confirmEmail': (told) => `${changes(told)}, confirmed by mail`,
    'accounts.close': ({ after }) => (after['disabled'] ? 'closed the account' : 'opened the account again'),
    'accounts.login': () => 'logged in',
    'accounts.google': () => 'logged in with Google',
    'accounts.oidc': () => 'logged in with an account of the organization',
    'accounts.passkey': () => 'logged in with a passkey',
    'accounts.addPasskey': ({ after }) => `added the passkey “${text(after['name'])}”`,
    'accounts.removePasskey': ({ before }) => `removed the passkey “${text(before['name'])}”`,
    'accounts.logout': () => 'logged out',
    'accounts.bindGoogle': () => 'logged in with Google or the organization’s account for the first time',
    'accounts.endSessions': (told) =>
      `signed ${them(told)} out in ${countedOr(told.after['count'], 'place')}`,
    'accounts.factorOn': () => 'turned on logging in with a code',
    'accounts.factorOff': () => 'turned off logging in with a code',
    'accounts.factorCodes': () => 'made new recovery codes',
    'accounts.factorReset': (told) => `let ${them(told)} log in without a code`,
    'accounts.firstAdmin': () => 'created the first admin',
    'accounts.invite': (told) => `invited ${personIn(told.after) || them(told)}`,
    'accounts.inviteAgain': (told) => `invited ${them(told)} again`,
    'accounts.askEmail': (told) => `entered a new email address for ${them(told)}, to be confirmed by mail`,
    'accounts.resendEmail': (told) => `sent ${them(told)} another link to confirm the email address`,
    'accounts.cancelEmail': (told) => `canceled the new email address of ${them(told)}`,
    'accounts.password': () => 'changed the password',
    'accounts.recover': (told) => `sent ${them(told)} the requested link for a new password`,
    'accounts.reset': (told) => `set a new password for ${them(told)} with the link`,
    'staff.export': () => 'exported the list of staff',
  },
}
