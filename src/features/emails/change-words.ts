import { text, quoted, more, countedOr } from '#features/history/change-words.ts'
import type { Wording } from '#shared/wording.ts'

/** Words for this feature's changes in the audit log. */
export const emailsWording: Wording = {
  actions: {
    'emails.send': ({ after }) =>
      `wrote to ${countedOr(after['recipients'], 'parent')}${more(text(after['subject']) && quoted(after['subject']), ': ')}`,
    'emails.resend': () => 'sent a message again to those whom it had not reached',
    'messages.export': () => 'took the list of messages as a file',
  },
}
