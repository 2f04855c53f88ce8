import type { TableInventory, Inventory } from '#shared/inventory.ts'
import { people, withAdult, withChild } from './people-columns.ts'

const always = 'as long as the product'
const material = { kept: always } as const

const schedule: Record<string, TableInventory> = {
  classes: { kept: always, internal: 'center_id id version created_at' },
  class_terms: { kept: always, internal: 'center_id class_id during written_at' },
  class_days: {
    kept: always,
    internal: 'center_id class_id held_on substitute_id canceled_at version',
    personal: 'note cancel_reason',
  },
  day_assistants: { kept: always, internal: 'center_id held_on person_id class_id' },
  schedules: { kept: always, internal: 'center_id held_on created_at' },
  closures: { kept: always, public: 'name', internal: 'center_id held_on' },
  closure_turns: { kept: always, internal: 'center_id held_on turns' },
  places: {
    kept: 'forever as a number, without text once the child is erased',
    internal: 'center_id id class_id student_id type during first_class requested_by version created_at',
    minor: 'over_reason',
  },
  breaks: { kept: always, internal: 'center_id id place_id during' },
  credits: {
    kept: 'forever as a number, without text once the child is erased',
    internal:
      'center_id id student_id class_id missed_on reason expires_on place_id void_at created_at version by_hand over_limit',
    minor: 'note',
  },
  attendances: {
    kept: 'forever as a number, without text once the child is erased',
    internal:
      'center_id id class_id student_id held_on mark excused taken_by taken_on taken_at version noticed_at told_by notice_hours',
    minor: 'arrived_at departed_at picked_up_by reason note',
  },
  attendance_changes: {
    kept: '24 months, without text once the child is erased',
    internal: 'center_id id class_id student_id held_on at person_id device_id on_roll',
    minor: 'before after',
  },
  oddity_snoozes: { kept: always, internal: 'center_id key until by created_at version', personal: 'reason' },
}

const inLedger = 'forever as a number, as bookkeeping requires, without text once the parent is erased'
const billing: Record<string, TableInventory> = {
  billing_settings: {
    kept: always,
    internal: 'center_id currency tax sibling_discount due_days next_number version',
    public: 'how_to_pay',
  },
  rates: { kept: always, internal: 'center_id id subject class_id unit amount during version' },
  family_accounts: { kept: inLedger, internal: 'center_id payer_id', personal: 'balance' },
  invoices: {
    kept: inLedger,
    internal:
      'center_id id payer_id month state number currency due_on sent_on sent_at voided_at created_at payment_page',
    personal: 'total credit_used void_reason',
  },
  invoice_lines: {
    kept: inLedger,
    internal: 'center_id invoice_id num student_id text',
    personal: 'amount tax',
  },
  payments: {
    kept: inLedger,
    internal: 'center_id id payer_id method paid_on recorded_by recorded_at',
    personal: 'amount reference note',
  },
  ledger_entries: {
    kept: inLedger,
    internal:
      'center_id id payer_id kind entered_on invoice_id payment_id reverses refunds dispute entered_by entered_at',
    personal: 'amount note',
  },
}

const learning: Record<string, TableInventory> = {
  work: {
    kept: 'forever as figures, without a name once the child is erased',
    internal:
      'center_id id student_id item state due_on assigned_by assigned_at started_at submitted_at version kind level_id chapter_num minutes corrects graded_at returned_at most_questions warm_up',
    minor: 'name correct total hint score score2',
  },
  work_sections: { kept: always, internal: 'center_id work_id num section_id is_half' },
  work_questions: {
    kept: 'forever as figures, without text once the child is erased',
    internal:
      'center_id work_id num section_num section_ques_num question_id revision answers tries solved hint_steps variant waits filled turn',
    minor: 'given verdict',
  },
  late_answers: {
    kept: 'forever as figures, without text once the child is erased',
    internal: 'center_id id work_id num typed_at arrived_at seq overtaken version',
    minor: 'given',
  },
  answers: {
    kept: 'forever as figures, without text once the child is erased',
    internal:
      'center_id work_id num seq id typed_at arrived_at graded_by graded_at commented_by commented_at seen_at version page_id',
    minor: 'given verdict grade comment regraded',
  },
  printed_pages: {
    kept: 'as long as the work, until the child is erased',
    internal: 'center_id id work_id sheet_id num questions printed_by printed_at scanned_by scanned_at',
    minor: 'picture marks',
  },
  work_places: {
    kept: withChild,
    internal: 'center_id student_id hand_seen_by',
    minor: 'work_id num since hand_at hand_seen_at',
  },
  whiteboard_strokes: {
    kept: withChild,
    internal: 'center_id work_id num slot seq id drawn_by drawn_at',
    minor: 'ink points',
  },
}

const content: Record<string, TableInventory> = {
  courses: { ...material, public: 'name subject', internal: 'id version' },
  levels: {
    ...material,
    public: 'name',
    internal: 'id course_id position chapter_count version assessment_questions',
  },
  chapters: { ...material, public: 'name', internal: 'level_id num version' },
  chapter_tests: { ...material, public: 'name', internal: 'level_id chapter_num version' },
  sections: { ...material, public: 'name', internal: 'id level_id chapter_num kind num version' },
  hints: { ...material, internal: 'id created_at name version' },
  hint_steps: { ...material, internal: 'hint_id num source content' },
  questions: {
    ...material,
    internal:
      'id section_id num revision status version created_at faults reviewed_by reviewed_at waits_for waits_since review_note',
  },
  question_words: { ...material, internal: 'question_id', secret: 'words' },
  question_revisions: {
    ...material,
    internal:
      'question_id revision instructions source content hint_id by at texts visual visual_alt variables picture',
    secret: 'key',
  },
  question_variants: {
    ...material,
    internal: 'question_id revision num instructions content texts',
    secret: 'key',
  },
  question_tests: { ...material, internal: 'id question_id expected by at', secret: 'given' },
  level_order: { ...material, internal: 'level_id position' },
  level_order_version: { ...material, internal: 'one version' },
  visuals: {
    kept: 'as long as a question has it, and at least an hour',
    internal: 'id name width height bytes by created_at charged_to',
  },
  trash: { kept: '30 days', internal: 'id kind name by dropped_at', secret: 'rows' },
}

const installation: Record<string, TableInventory> = {
  centers: {
    kept: always,
    public: 'id',
    internal: 'version created_at classroom_pin_waived storage_quota archived_at exported_at deleting_at',
    secret: 'classroom_pin',
  },
  devices: {
    kept: always,
    internal:
      'center_id id name state key_expires_at activated_at user_agent created_by version created_at pin_fails pin_failed_at',
    secret: 'key_hash',
  },
  sessions: {
    kept: '30 days after their end; a device’s 3 months',
    internal:
      'person_id device_center device_id idle ends_at seen_at created_at proven_at claimed_by claimed_at earlier_claims',
    personal: 'user_agent address',
    secret: 'id_hash',
  },
  second_factors: {
    kept: withAdult,
    internal: 'person_id confirmed_at last_step created_at',
    secret: 'secret',
  },
  passkeys: {
    kept: withAdult,
    internal: 'id person_id counter transports created_at used_at',
    personal: 'name',
    secret: 'credential_id public_key',
  },
  push_devices: {
    kept: 'until notifications are turned off in the browser, or it no longer accepts them',
    internal: 'id person_id created_at',
    personal: 'user_agent',
    secret: 'endpoint public_key auth_secret',
  },
  text_numbers: {
    kept: 'until text messages are turned off, or the number no longer accepts them',
    internal: 'person_id confirmed_at code_until tries codes codes_on',
    personal: 'phone',
    secret: 'code_hash',
  },
  sent_texts: { kept: 'as long as the message', internal: 'mail_id at state' },
  recovery_codes: { kept: withAdult, internal: 'person_id used_at', secret: 'code_hash' },
  sign_in_steps: { kept: 'a day', internal: 'person_id action expires_at', secret: 'token_hash' },
  sign_in_links: {
    kept: 'a month after they expired',
    internal: 'person_id purpose expires_at used_at created_at',
    secret: 'token_hash',
  },
  email_changes: {
    kept: 'until they are confirmed or canceled, at most a month after they expired',
    internal: 'person_id expires_at',
    personal: 'email',
    secret: 'token_hash',
  },
  account_requests: {
    kept: 'until they are answered or withdrawn, at most 90 days',
    internal: 'center_id id person_id student_id duty type asked_by asked_at declined_at',
    personal: 'first_name last_name email relationship phone phone_type',
  },
  trial_requests: {
    kept: 'until they are confirmed, at most 3 days; the fact and time of the confirmation, as long as the child',
    internal: 'center_id id asked_at student_id confirmed_at',
    minor: 'asked',
    secret: 'token_hash',
  },
  center_logos: { kept: always, public: 'center_id image bytes width height' },
  estimates_due: { kept: 'a minute', internal: 'center_id id student_id' },
  section_estimates: {
    kept: withChild,
    internal: 'center_id student_id section_id answered_at',
    minor: 'ability variance start_ability answers mastered_at due_at',
  },
  weekly_goals: { kept: withChild, internal: 'center_id student_id', minor: 'questions own celebrated_on' },
  question_difficulties: {
    kept: 'as long as the question',
    internal:
      'question_id answers right_first hinted difficulty estimated_at discrimination flags flagged_since reviewed_answers',
  },
  wrong_answers: {
    kept: 'as long as the question',
    internal: 'question_id num revision variant given children',
  },
  reminders: { kept: always, internal: 'center_id kind on_since hour days' },
  sent_reminders: { kept: '90 days', internal: 'center_id kind about person_id at' },
  unsubscriptions: { kept: withAdult, internal: 'center_id person_id kind at' },
  access_tokens: {
    kept: '24 months after it expired or was revoked',
    internal: 'center_id id name scopes created_by created_at expires_at used_at revoked_at',
    secret: 'token_hash',
  },
  webhooks: {
    kept: 'until it is deleted',
    internal: 'center_id id url events enabled failing_since created_by created_at version old_until',
    secret: 'secret old_secret',
  },
  webhook_deliveries: {
    kept: '30 days',
    internal: 'center_id id webhook_id event data at status tries next_at answer error delivered_at',
  },
  failed_tries: { kept: 'a day after the last try', internal: 'fails last_at', personal: 'subject' },
  installation_keys: { kept: always, internal: 'name', secret: 'value' },
  mail: {
    kept: '90 days',
    internal:
      'id person_id purpose kind state created_at sent_at send_until from_center mailing_center mailing_id trial_center trial_id',
    minor: 'subject body',
    personal: 'to_address error',
  },
  mailings: { kept: '24 months', internal: 'center_id id by created_at', personal: 'subject body audience' },
  runs: {
    kept: '30 days; content to import until it is imported, at most a day',
    internal:
      'id kind section_id center_id by state done total error name size charged_to created_at undone_at',
    minor: 'input checked made',
  },
  run_parts: { kept: 'until the import has ended, or a day', internal: 'run_id num', secret: 'bytes' },
  audit_stream: { kept: 'while AUDIT_STREAM is set', internal: 'one id seq' },
  live_events: { kept: 'until it is sent, usually a moment', internal: 'id payload' },
  audit_waiting: { kept: 'until its line is written, usually a minute', internal: 'audit_id seq' },
  audit: {
    kept: '24 months',
    internal: 'id at action person_id device_id token_id center_id entity_id',
    minor: 'before after',
  },
  answered_calls: {
    kept: '24 hours',
    internal: 'caller key status created_at',
    minor: 'body',
    secret: 'request_hash',
  },
  erasures: { kept: always, internal: 'person_id kind at' },
  access_log: { kept: '24 months', internal: 'student_id person_id how held_on at' },
  retention: { kept: always, internal: 'one former_months prospect_months version' },
  backups: {
    kept: 'as long as the backup',
    internal:
      'id file origin state step percent bytes encrypted took_ms verified verified_at error asked_by made_at moved_at',
  },
  checks: { kept: always, internal: 'id at took_ms findings' },
  alarms: { kept: always, internal: 'id kind text times first_at last_at seen_at seen_by' },
  migrations: { kept: always, internal: 'name hash at expands' },
}

/**
 * Describes the contents of every column and how long they are kept. `db/columns.ts` adds the columns that
 * are defined by the tables of fields.
 */
export const columns: Inventory = {
  ...people,
  ...schedule,
  ...billing,
  ...learning,
  ...content,
  ...installation,
}
