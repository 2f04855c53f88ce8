import { counted } from '#shared/text.ts'
import { changes, more, named, personIn, quoted, type Side, type Telling, text, type Told } from './action-words.ts'

const them = (told: Told) => named(told.names, told.entity, 'somebody')
const device = ({ row }: Told) => `the device${text(row['name']) && ` ${quoted(row['name'])}`}`
const called = (part: string, side: Side) => `the ${part}${text(side['name']) && ` ${quoted(side['name'])}`}`
const many = (value: unknown, word: string) => (typeof value === 'number' ? counted(value, word) : `${word}s`)

const lists = {
  attendance: 'the marks of attendance',
  messages: 'the list of messages',
  prospects: 'the list of prospects',
  parents: 'the list of parents',
  oddities: 'the list of oddities',
  classes: 'the list of classes',
  credits: 'the list of make-up credits',
  staff: 'the list of staff',
}
const listActions: Telling = Object.fromEntries(
  Object.entries(lists).map(([name, words]) => [`${name}.export`, () => `took ${words} as a file`]),
)

const parts = ['course', 'level', 'chapter', 'section', 'test']
const partActions: Telling = Object.fromEntries(
  parts.flatMap((part) => [
    [`material.add-${part}`, ({ after }: Told) => `added ${called(part, after)}`],
    [`material.change-${part}`, (told: Told) => `changed ${called(part, told.row)}`],
    [`material.drop-${part}`, ({ before }: Told) => `deleted ${called(part, before)}`],
    [`material.clone-${part}`, ({ after }: Told) => `copied ${called(part, after)}`],
  ]),
)

/** How actions read that no record's own history tells of: signing in, devices, messages, lists taken out, material. */
export const officeActions: Telling = {
  ...listActions,
  ...partActions,
  'material.fill-chapters': () => 'added chapters',
  'accounts.login': () => 'logged in',
  'accounts.google': () => 'logged in with Google',
  'accounts.logout': () => 'logged out',
  'accounts.bindGoogle': () => 'logged in with Google for the first time',
  'accounts.endSessions': (told) => `signed ${them(told)} out in ${many(told.after['count'], 'place')}`,
  'accounts.factorOn': () => 'turned on logging in with a code',
  'accounts.factorOff': () => 'turned off logging in with a code',
  'accounts.factorCodes': () => 'made new recovery codes',
  'accounts.factorReset': (told) => `let ${them(told)} log in without a code`,
  'accounts.invite': (told) => `invited ${personIn(told.after) || them(told)}`,
  'accounts.inviteAgain': (told) => `invited ${them(told)} again`,
  'accounts.askEmail': (told) => `entered a new e-mail address for ${them(told)}, to be confirmed by mail`,
  'accounts.resendEmail': (told) => `sent ${them(told)} another link to confirm the e-mail address`,
  'accounts.cancelEmail': (told) => `canceled the new e-mail address of ${them(told)}`,
  'accounts.password': () => 'changed the password',
  'accounts.recover': (told) => `sent ${them(told)} a link for a new password, as was asked`,
  'accounts.reset': (told) => `set a new password for ${them(told)}, who had the link`,
  'devices.create': (told) => `added ${device(told)}`,
  'devices.activate': (told) => `activated ${device(told)}`,
  'devices.rename': (told) => changes(told, `renamed ${device(told)}`),
  'devices.allowPin': (told) => `let ${device(told)} use the classroom PIN again`,
  'devices.reissue': (told) => `made a new key for ${device(told)}`,
  'devices.revoke': (told) => `shut out ${device(told)}`,
  'devices.elsewhere': () => 'went on at another address',
  'emails.send': ({ after }) =>
    `wrote to ${many(after['recipients'], 'parent')}${more(text(after['subject']) && quoted(after['subject']), ': ')}`,
  'emails.resend': () => 'sent a message again to those whom it had not reached',
  'grading.keep': ({ after }) => `kept the comment ${quoted(after['text'])} to be used again`,
  'grading.drop': ({ before }) => `no longer keeps the comment ${quoted(before['text'])}`,
  'oddities.snooze': () => 'put off an oddity',
  'oddities.wake': () => 'took an oddity up again',
  'students.export': () => 'took the list of students as a file',
  'students.import': ({ after }) => `brought in ${many(after['total'], 'student')} from a file`,
  'students.undoImport': () => 'took back an import of students',
  'material.export': () => 'took learning material as a file',
  'material.bring': () => 'brought a file with learning material',
  'material.import': () => 'asked to import learning material',
  'material.imported': () => 'imported learning material',
  'material.restore': () => 'put deleted learning material back',
  'hints.add': () => 'added a hint',
  'hints.change': () => 'changed a hint',
  'hints.drop': () => 'deleted a hint',
  'questions.add': () => 'added a question',
  'questions.change': () => 'changed a question',
  'questions.clone': () => 'copied a question',
  'questions.drop': () => 'deleted a question',
  'questions.arrange': () => 'changed several questions at once',
  'questions.import': () => 'asked to import questions',
  'questions.imported': () => 'imported questions',
  'visuals.add': () => 'added a picture',
  'printing.order': () => 'changed the order in which levels are printed',
}
