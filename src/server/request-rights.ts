/**
 * Database rights of requests on a table (reliability T43). `db/role.ts` grants exactly these to the request
 * role. A table that isn't listed is closed to requests, and so is a column that is secret or not classified
 * yet. `db/role.test.ts` compares these rights with the database.
 */
export type TableRights = {
  /** Letters of the allowed operations on rows: r(ead), a(dd), c(hange), d(elete). */
  may: string
  /**
   * Columns that may be read, added or changed, separated by spaces. Default: all columns except secret ones.
   */
  read?: string
  add?: string
  change?: string
  /** True if secret columns are included because requests themselves need them. */
  secrets?: true
  /** Reason for a deviation from the default (every column except secret ones). */
  why?: string
}

const usual = (may: string): TableRights => ({ may })
const material = (may: string): TableRights => ({
  may,
  secrets: true,
  why: 'Editors read and write answer keys.',
})

const people: Record<string, TableRights> = {
  people: {
    may: 'rac',
    add: 'id group first_name last_name avatar email user_name language',
    change: 'first_name last_name avatar email language calendar_version version',
    why: 'Requests can’t give a role or a password, or open an account. Privileged calls do that.',
  },
  staff: {
    may: 'rc',
    change: 'notes type version',
    why: 'Only a teacher’s notes and type. Privileged calls assign staff to centers.',
  },
  students: usual('rac'),
  student_keys: usual('r'),
  programs: usual('racd'),
  parent_links: usual('rac'),
  account_requests: usual('racd'),
  prospects: usual('rac'),
  trial_requests: {
    may: 'r',
    read: 'center_id id student_id asked_at confirmed_at',
    why: 'Shows when a family agreed. Families make and confirm requests without an account.',
  },
  student_notes: usual('rac'),
  profile_notes: usual('ra'),
  student_tests: usual('racd'),
  student_levels: usual('ra'),
  student_awards: usual('ra'),
  pickup_people: usual('rad'),
  comment_snippets: usual('rad'),
}

const schedule: Record<string, TableRights> = {
  classes: usual('racd'),
  class_terms: usual('racd'),
  class_days: usual('racd'),
  day_assistants: usual('rad'),
  schedules: usual('rad'),
  closures: usual('racd'),
  closure_turns: usual('rac'),
  places: usual('racd'),
  breaks: usual('racd'),
  credits: usual('rac'),
  attendances: usual('racd'),
  attendance_changes: usual('ra'),
  oddity_snoozes: usual('racd'),
}

const billing: Record<string, TableRights> = {
  billing_settings: usual('rac'),
  rates: usual('racd'),
  family_accounts: usual('rac'),
  invoices: usual('racd'),
  invoice_lines: usual('rad'),
  payments: {
    may: 'rac',
    change: 'note reference',
    why: 'A payment is never changed, except for its note, and its reference when it is undone.',
  },
  ledger_entries: usual('ra'),
}

const learning: Record<string, TableRights> = {
  work: usual('rac'),
  work_sections: usual('rad'),
  work_questions: usual('racd'),
  work_places: usual('rac'),
  whiteboard_strokes: usual('rad'),
  section_estimates: usual('r'),
  weekly_goals: usual('rac'),
  estimates_due: usual('ra'),
  question_difficulties: {
    may: 'rc',
    change: 'flags flagged_since reviewed_answers',
    why: 'A review resolves the flags that students’ answers raised.',
  },
  wrong_answers: usual('r'),
  answers: usual('racd'),
  late_answers: usual('rac'),
  printed_pages: usual('rac'),
}

const content: Record<string, TableRights> = {
  courses: usual('racd'),
  levels: usual('racd'),
  chapters: usual('racd'),
  chapter_tests: usual('racd'),
  sections: usual('racd'),
  hints: usual('racd'),
  hint_steps: usual('rad'),
  questions: usual('racd'),
  question_revisions: { ...material('racd'), change: 'key' },
  question_variants: { ...material('rac'), change: 'key' },
  question_tests: material('rad'),
  question_words: material('r'),
  level_order: usual('racd'),
  level_order_version: usual('rc'),
  visuals: usual('ra'),
  trash: material('racd'),
}

const installation: Record<string, TableRights> = {
  unsubscriptions: usual('rad'),
  center_logos: usual('racd'),
  reminders: usual('rac'),
  sent_reminders: usual('r'),
  centers: { may: 'rac', secrets: true, why: 'The office reads and sets the classroom PIN.' },
  devices: {
    may: 'r',
    read: 'center_id id name state version',
    why: 'A device reads its own name. Privileged calls manage devices.',
  },
  access_tokens: {
    may: 'rac',
    add: 'center_id id name token_hash scopes created_by expires_at',
    change: 'revoked_at',
    why: 'A token is created and revoked, but not read or changed.',
  },
  webhooks: {
    may: 'racd',
    add: 'center_id id url events secret created_by',
    change: 'url events enabled created_by failing_since version',
    why: 'A secret is created, but not read. A privileged call replaces it.',
  },
  webhook_deliveries: {
    may: 'rac',
    change: 'status tries next_at',
    why: 'A call can only request another try.',
  },
  sign_in_links: { may: 'r', read: 'person_id purpose', why: 'Shows whether somebody was invited.' },
  email_changes: { may: 'rd', why: 'Privileged calls make and use the links that confirm an address.' },
  mail: {
    may: 'rac',
    read: 'id person_id purpose state created_at from_center mailing_center mailing_id trial_center trial_id',
    change: 'state error',
    why: 'A call may write mail and see its state, but not read it.',
  },
  runs: usual('racd'),
  run_parts: material('racd'),
  mailings: usual('ra'),
  audit: usual('ra'),
  audit_stream: usual('r'),
  audit_waiting: usual('a'),
  live_events: usual('a'),
  answered_calls: {
    may: 'racd',
    secrets: true,
    why: 'The answer of a call is stored for a repeated call, in the same transaction.',
  },
  erasures: usual('r'),
  access_log: usual('ra'),
  retention: usual('rc'),
  backups: usual('r'),
  checks: usual('r'),
  alarms: usual('r'),
}

/**
 * Rights by table. Tables not listed, and therefore closed: sessions, second factors, passkeys, push devices,
 * recovery codes, sign-in steps, failed tries, text numbers and sent texts, installation keys, migrations.
 */
export const requestRights: Record<string, TableRights> = {
  ...people,
  ...schedule,
  ...billing,
  ...learning,
  ...content,
  ...installation,
}

/**
 * Functions that requests may call and that run with the owner's rights. Each does only one thing, regardless
 * of its arguments.
 */
export const requestFunctions: readonly string[] = [
  // Called by the previous version, which may run at the same time as this one during an upgrade.
  'centers_of_parent',
  'let_in_on',
  'proven_lately',
  'queue_job',
  'queue_webhooks',
  'void_links',
  'was_let_in_on',
  'write_question_words',
  'write_student_keys',
]

/**
 * Privileged calls and the reason for each, by method and path. They run with the rights of the database's
 * owner and are limited only by the scope in their own queries. Calls that open their own transactions
 * (`effect: 'own'`) also write with those rights.
 */
export const privilegedCalls: Record<string, string> = {
  'POST /logout': 'It ends a session.',
  'GET /users/:id/sessions': 'It reads sessions.',
  'POST /users/:id/sessions/end': 'It ends sessions.',
  'GET /users/me/passkeys': 'It reads passkeys.',
  'GET /parent/notifications': 'It reads the browsers that get notifications.',
  'POST /parent/notifications': 'It adds a browser that gets notifications.',
  'DELETE /parent/notifications/:id': 'It removes a browser that gets notifications.',
  'GET /parent/text-messages': 'It reads the number for text messages.',
  'POST /parent/text-messages': 'It stores a number for text messages, and queues the code.',
  'POST /parent/text-messages/code': 'It confirms the number for text messages.',
  'DELETE /parent/text-messages': 'It removes the number for text messages.',
  'GET /users/me/factor': 'It reads second factors.',
  'GET /users/:id/factor': 'It reads second factors.',
  'POST /users/:id/factor/reset': 'It removes a second factor.',
  'POST /users': 'It gives a role, and makes a link that opens an account.',
  'POST /users/:id/invitation': 'It makes a link that opens an account.',
  'POST /users/:id/email/link': 'It makes a link that confirms an address.',
  'POST /users/:id/close': 'It closes and opens accounts, and ends sessions.',
  'POST /centers/:centerId/staff': 'It gives a role and a duty, and makes a link that opens an account.',
  'POST /users/me/requests/:id': 'It gives a duty to a person who has agreed to it.',
  'DELETE /centers/:centerId/staff/:personId/:duty': 'It ends a duty and sessions.',
  'POST /centers/:centerId/parents/:parentId/invitation': 'It makes a link that opens an account.',
  'GET /mail': 'It reads mail.',
  'GET /centers/:centerId/deletion': 'It counts rows of every kind.',
  'GET /centers/:centerId/archive/export': 'It reads every table that has rows of a center.',
  'POST /centers/:centerId/deletion': 'It queues the deletion of a center.',
  'GET /devices': 'It reads when devices were last used, from their sessions.',
  'POST /devices': 'It makes a key that activates a device.',
  'PATCH /devices/:id': 'It makes a key that activates a device, and ends its sessions.',
  'DELETE /devices/:id': 'It ends sessions.',
  'GET /centers/:centerId/calendars/:personId': 'It signs a calendar’s address with an installation key.',
  'POST /centers/:centerId/calendars/:personId': 'It signs a calendar’s address with an installation key.',
  'GET /parent/students/:id/calendar': 'It signs a calendar’s address with an installation key.',
  'POST /parent/students/:id/calendar': 'It signs a calendar’s address with an installation key.',
  'POST /centers/:centerId/students/imports/:id/undo':
    'It removes accounts that were created by an import and never used.',
  'POST /centers/:centerId/imports': 'It adds staff as POST /centers/:centerId/staff does.',
  'POST /centers/:centerId/imports/:id/undo': 'It ends duties and sessions.',
  'POST /centers/:centerId/webhooks/:id/secret': 'It keeps the secret that it replaces.',
  'GET /people/:id/erasure': 'It counts sessions and mail.',
  'POST /people/:id/erasure': 'It erases a person from all stored data.',
  'POST /operation/backups': 'It queues a backup.',
  'POST /operation/alarms/:id/seen': 'It closes an alarm.',
}
