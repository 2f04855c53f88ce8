import { text, named, changes, personIn, countedOr } from '#features/history/change-words.ts'
import type { LoggedChange, Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

const words: Record<string, string> = {
  office: 'operator',
  manager: 'manager',
  teacher: 'teacher',
  assistant: 'assistant',
}

export const duty = (value: unknown) => t(words[text(value)] ?? (text(value) || 'staff'))

const them = (change: LoggedChange) => named(change.names, change.entity, t('someone'))

/** Wording of this feature's changes in the audit log. */
export const accountsWording: Wording = {
  actions: {
    'staff.invite': ({ after }) =>
      t('gave {person} the {duty} role', {
        person: personIn(after) || t('someone'),
        duty: duty(after['duty']),
      }),
    'staff.ask': ({ after }) =>
      t('offered {person} the {duty} role', {
        person: personIn(after) || t('someone'),
        duty: duty(after['duty']),
      }),
    'requests.withdraw': () => t('withdrew a request for consent'),
    'requests.accept': ({ after }) =>
      text(after['duty'])
        ? t('accepted the {duty} role', { duty: duty(after['duty']) })
        : t('agreed to be linked to this student'),
    'requests.decline': ({ after }) =>
      text(after['duty'])
        ? t('declined the {duty} role', { duty: duty(after['duty']) })
        : t('declined to be linked to this student'),
    'staff.end': ({ before }) => t('removed the {duty} role', { duty: duty(before['duty']) }),
    'staff.change': (change) => changes(change),
    'staff.note': (change) => changes(change),
    'families.invite': ({ after }) =>
      after['inUse']
        ? t('created a password reset link')
        : text(after['userName'])
          ? t('created the user name {userName} and a link to get started', {
              userName: text(after['userName']),
            })
          : t('sent an invitation'),
    'accounts.change': (change) => changes(change),
    'accounts.confirmEmail': (change) => t('{changes}, confirmed by email', { changes: changes(change) }),
    'accounts.close': ({ after }) => t(after['disabled'] ? 'closed the account' : 'reopened the account'),
    'accounts.login': () => t('logged in'),
    'accounts.google': () => t('logged in with Google'),
    'accounts.oidc': () => t('logged in with the organization’s account'),
    'accounts.passkey': () => t('logged in with a passkey'),
    'accounts.addPasskey': ({ after }) => t('added the passkey “{name}”', { name: text(after['name']) }),
    'accounts.removePasskey': ({ before }) =>
      t('removed the passkey “{name}”', { name: text(before['name']) }),
    'accounts.logout': () => t('logged out'),
    'accounts.bindGoogle': () => t('logged in with Google or the organization’s account for the first time'),
    'accounts.endSessions': (change) =>
      t('logged {person} out of {sessions}', {
        person: them(change),
        sessions: countedOr(change.after['count'], 'session'),
      }),
    'accounts.factorOn': () => t('turned on two-step login'),
    'accounts.factorOff': () => t('turned off two-step login'),
    'accounts.factorCodes': () => t('created new recovery codes'),
    'accounts.factorReset': (change) => t('turned off two-step login for {person}', { person: them(change) }),
    'accounts.firstAdmin': () => t('created the first admin'),
    'accounts.invite': (change) => t('invited {person}', { person: personIn(change.after) || them(change) }),
    'accounts.inviteAgain': (change) => t('invited {person} again', { person: them(change) }),
    'accounts.askEmail': (change) =>
      t('entered a new email address for {person}, to be confirmed by email', { person: them(change) }),
    'accounts.resendEmail': (change) =>
      t('sent {person} another link to confirm the email address', { person: them(change) }),
    'accounts.cancelEmail': (change) => t('canceled {person}’s new email address', { person: them(change) }),
    'accounts.password': () => t('changed the password'),
    'accounts.recover': (change) =>
      t('sent {person} the requested password reset link', { person: them(change) }),
    'accounts.reset': (change) =>
      t('set a new password for {person} with a password link', { person: them(change) }),
    'staff.export': () => t('exported the list of staff'),
  },
}
