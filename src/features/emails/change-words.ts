import { text, quoted, more, countedOr } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'
import { t } from '#shared/language.ts'

/** Wording of this feature's changes in the audit log. */
export const emailsWording: Wording = {
  actions: {
    'emails.send': ({ after }) =>
      t('emailed {parents}{rest}', {
        parents: countedOr(after['recipients'], 'parent'),
        rest: more(text(after['subject']) && quoted(after['subject']), ': '),
      }),
    'emails.test': () => t('sent a test message to themselves'),
    'centers.logo': ({ after }) => t('image' in after ? 'changed the logo' : 'removed the logo'),
    'emails.resend': () => t('resent a message to everyone it hadn’t reached'),
    'messages.export': () => t('exported the list of messages'),
  },
}
