import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'

/** Event that admins are notified of, stored as data, because each admin reads it in their own language. */
export type NoticeEvent =
  | { kind: 'list'; name: string; rows: number }
  | { kind: 'record' | 'read'; child: string }
  | { kind: 'audit' | 'material' | 'center' }
  | { kind: 'reading'; students: number; within: 'hour' | 'day' }
  | { kind: 'mailing'; subject: string; parents: number }
  | { kind: 'deletion'; centerId: string }
  | { kind: 'worded'; what: string }

function sentence(event: NoticeEvent, who: string) {
  switch (event.kind) {
    case 'list':
      return t('{who} exported {file} ({rows})', {
        who,
        file: `${event.name}.csv`,
        rows: counted(event.rows, 'row'),
      })
    case 'record':
      return t('{who} exported the record of {child}', { who, child: event.child })
    case 'read':
      return t('{who} opened the record of {child}', { who, child: event.child })
    case 'audit':
      return t('{who} exported the audit log', { who })
    case 'material':
      return t('{who} exported learning material', { who })
    case 'center':
      return t('{who} exported all of a center’s data', { who })
    case 'reading': {
      const students = counted(event.students, 'student')
      return event.within === 'hour'
        ? t('{who} opened the records of {students} within an hour', { who, students })
        : t('{who} opened the records of {students} within a day', { who, students })
    }
    case 'mailing':
      return t('{who} sent “{subject}” to {parents}', {
        who,
        subject: event.subject,
        parents: counted(event.parents, 'parent'),
      })
    case 'deletion':
      return t('{who} deleted the center {centerId}', { who, centerId: event.centerId })
    case 'worded':
      return `${who} ${event.what}`
  }
}

type NoticeFacts = { event: NoticeEvent; who: string | null; center: string | null; firstName: string }

/** Returns the subject and body of an email to an admin about an export or another unusual action. */
export function noticeMail({ event, who, center, firstName }: NoticeFacts) {
  const action = sentence(event, who ?? t('Somebody'))
  const subject = center === null ? action : t('{action} at {center}', { action, center })
  return {
    subject,
    body: t(
      'Hello {firstName},\n\n{action}. All admins get this message. If this should not have happened, open Accounts, choose this person, and end their sessions under Logged in.\n',
      { firstName, action: subject },
    ),
  }
}
