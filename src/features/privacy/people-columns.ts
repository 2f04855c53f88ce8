import type { TableInventory } from '#shared/inventory.ts'

/** Retention of records about a child, and of records about an adult. */
export const withChild =
  'as long as the child: a prospect for 12 months, a former student for 24 after the last class'
export const withAdult = 'as long as the person, without the name once they are erased'

/** Columns about people and families. */
export const people: Record<string, TableInventory> = {
  people: {
    kept: withChild,
    internal: 'id role group disabled_at version created_at calendar_version in_use demo',
    minor: 'first_name last_name avatar email user_name name_key',
    personal: 'mail_refused_at mail_refusal language',
    secret: 'password_hash google_subject',
  },
  staff: { kept: withAdult, internal: 'center_id person_id duty type active version', personal: 'notes' },
  students: {
    kept: withChild,
    internal: 'center_id id status_at version created_at',
  },
  student_keys: {
    kept: withChild,
    internal: 'center_id student_id status',
    minor: 'last_name first_name words name_key',
  },
  programs: { kept: withChild, internal: 'center_id student_id', minor: 'name level chapter test' },
  parent_links: {
    kept: withChild,
    internal: 'center_id student_id parent_id ended_at updated_at version mails pays',
  },
  prospects: {
    kept: 'as long as the child: 12 months',
    internal: 'center_id student_id began_at stage stage_at enrolled_on version',
    minor: 'source lost_reason next_step next_on',
  },
  student_notes: {
    kept: withChild,
    internal: 'center_id id student_id record_by active created_at version',
    minor: 'msg',
  },
  pickup_people: {
    kept: withChild,
    internal: 'center_id id student_id added_by created_at',
    personal: 'name relationship phone',
  },
  profile_notes: {
    kept: '24 months',
    internal: 'center_id id student_id record_by created_at',
    minor: 'msg',
  },
  student_tests: {
    kept: withChild,
    internal: 'center_id id student_id record_by held_on created_at version',
    minor: 'subject level test name score1 score2',
  },
  student_levels: {
    kept: withChild,
    internal: 'center_id id student_id record_by reached_at',
    minor: 'subject level chapter',
  },
  student_awards: {
    kept: withChild,
    internal: 'center_id id student_id given_by given_at rule',
    minor: 'type subject note',
  },
  comment_snippets: { kept: withAdult, internal: 'center_id id person_id created_at', personal: 'text' },
}
