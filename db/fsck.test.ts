import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from './columns.ts'
import { erase } from '#features/privacy/erasing/queries.ts'
import { permissionFixture } from '#tests/permission-fixture.ts'
import { openDatabase } from '#server/db.ts'
import { openWorld, urlFor } from '#tests/world.ts'
import { fsck } from './fsck.ts'
import { invariants } from './invariants.ts'

const world = await openWorld()
const { read } = world.database
// Uses the superuser, because only a superuser can turn off constraint checks.
const { write, close } = openDatabase(urlFor(world.url, 'superuserUrl'), { pool: 1 })
afterAll(close)
beforeAll(() => permissionFixture(world))

/** Statements that break each rule. Constraints that would prevent this are dropped first. */
const broken: Record<string, string> = {
  'A class has more regular students than its size and a manager’s exceptions allow.': `update class_terms set max_size = 1`,
  'A class without attendance has more students on a day than its size and a manager’s exceptions allow.': `
    delete from attendances; update class_terms set max_size = 1;
    update places set type = 'trial', during = '[2026-03-10,2026-03-10]'`,
  'A waitlist place is treated as a seat: it uses a credit, is a first class or goes over the seat limit.': `
    update places set type = 'waitlist', first_class = true`,
  'A student is a regular in two classes at the same time.': `
    insert into classes select center_id, gen_random_uuid(), 'Twin', subject, type from classes;
    insert into class_terms select t.center_id, c.id, t.during, t.day, t.time, t.minutes, t.max_size
      from class_terms t join classes c on c.center_id = t.center_id and c.name = 'Twin';
    insert into places select p.center_id, gen_random_uuid(), c.id, p.student_id, p.type, p.during
      from places p join classes c on c.center_id = p.center_id and c.name = 'Twin'`,
  'A student has two places in a class on one day.': `
    alter table places drop constraint one_place_at_a_time;
    insert into places (center_id, id, class_id, student_id, type, during)
      select center_id, gen_random_uuid(), class_id, student_id, 'waitlist', during from places`,
  'A class has two terms on one day.': `
    alter table class_terms drop constraint one_term_at_a_time; insert into class_terms select * from class_terms`,
  'A class has no weekday, or goes past midnight.': `
    alter table class_terms drop constraint ends_the_same_day; update class_terms set time = '23:30'`,
  'A make-up or trial lasts longer than one day.': `update places set type = 'trial'`,
  'A break is outside the dates of its place, or its place is not a regular one.': `update breaks set during = '[2025-01-01,2025-02-01]'`,
  'A credit is used for another student’s place, or for a place that is not a make-up.': `
    update credits cr set place_id = (select id from places pl where pl.center_id = cr.center_id and pl.student_id = cr.student_id)`,
  'A student is marked in a class where they have no place that day.': `update attendances set held_on = '2025-12-30'`,
  'A student is marked twice in a class on the same day.': `
    alter table attendances drop constraint one_mark_a_class;
    insert into attendances (center_id, id, class_id, student_id, held_on, mark)
      select center_id, gen_random_uuid(), class_id, student_id, held_on, 'absent' from attendances`,
  'A mark is not present, absent or pickup, or contradicts its arrival time.': `
    alter table attendances drop constraint absent_did_not_arrive; update attendances set arrived_at = now()`,
  'A changed mark doesn’t have exactly one line in the history.': `update attendances set version = 2`,
  'A teacher is neither permanent nor a substitute.': `
    alter table staff drop constraint staff_type_check; update staff set type = 'guest'`,
  'Work belongs to a student who is not at its center.': `delete from students`,
  'An answer belongs to a question that is not in its work.': `delete from work_questions`,
  'An answer came after its work was complete.': `update answers set arrived_at = now() + interval '1 hour'`,
  'Two answers to a question have the same number.': `
    alter table answers drop constraint one_answer_a_turn;
    insert into answers (center_id, work_id, num, seq, id, given, verdict)
      select center_id, work_id, num, seq, gen_random_uuid(), given, verdict from answers`,
  'A question has a wrong count of answers, too few stored answers, or more tries than answers.': `update work_questions set answers = answers + 1`,
  'A result is out of range.': `
    alter table work drop constraint correct_within_total; update work set correct = total + 1`,
  'Complete work has a wrong number of questions or of correct answers.': `update work set total = total + 1`,
  'Complete work has no completion time, or unfinished work has one.': `
    alter table work drop constraint submitted_has_figures; update work set submitted_at = null`,
  'Work uses a revision or variant of a question that doesn’t exist.': `delete from question_revisions`,
  'Work for a level has questions from another level.': `update sections set level_id = gen_random_uuid()`,
  'A grade differs from its last line in the history.': `update answers set grade = 0.5, graded_at = now()`,
  'Two questions in a section have the same number.': `
    alter table questions drop constraint question_num_taken; update questions set num = 1, section_id = (select id from sections limit 1)`,
  'A question’s revision doesn’t exist.': `update questions set revision = 99`,
  'A section belongs to a chapter that doesn’t exist.': `delete from chapters`,
  'A picture’s content doesn’t match its name.': `
    insert into visuals values (repeat('0', 64), 'x.png', 1, 1, 'x')`,
  'A parent is linked to themselves, to nobody, or to a student of another center.': `update parent_links set parent_id = student_id`,
  'A link to a parent ended before it was last changed.': `update parent_links set ended_at = updated_at - interval '1 hour'`,
  'An active parent has neither a phone nor an email address.': `
    update parent_links set phone = ''; update people set email = null where "group" = 'parents'`,
  'A person has two kinds of account at once.': `alter table people drop constraint one_kind; update people set role = 'editor' where "group" is not null`,
  'A closed account or an inactive device still has a session.': `
    insert into sessions (id_hash, person_id, idle, ends_at) select 'x', id, '1 hour', now() + interval '1 hour' from people limit 1;
    update people set disabled_at = now()`,
  'A person has two working sign-in links.': `
    insert into sign_in_links (token_hash, person_id, purpose, expires_at)
      select n::text::bytea, id, 'setup', now() + interval '1 hour' from generate_series(1, 2) n, (select id from people limit 1) p`,
  'A student’s search entry doesn’t match their name or status.': `update people set first_name = 'Nemo'`,
  'A family’s balance differs from the sum of its ledger.': `
    insert into family_accounts (center_id, payer_id, balance) select center_id, parent_id, 5 from parent_links limit 1`,
  'An invoice that was sent is not in the ledger with its total, or a draft is.': `
    insert into invoices (center_id, id, payer_id, month, currency, total, state, number, sent_on, sent_at, due_on)
      select center_id, parent_id, parent_id, '2026-03-01', 'USD', 5, 'sent', 1, current_date, now(), current_date from parent_links limit 1`,
  'A void invoice is not reversed in the ledger, or one that isn’t void is.': `
    insert into invoices (center_id, id, payer_id, month, currency, total, state, number, sent_on, sent_at, due_on, voided_at)
      select center_id, parent_id, parent_id, '2026-03-01', 'USD', 5, 'void', 1, current_date, now(), current_date, now() from parent_links limit 1;
    insert into ledger_entries (center_id, payer_id, kind, amount, entered_on, invoice_id)
      select center_id, payer_id, 'invoice', 5, current_date, id from invoices`,
  'A payment is not in the ledger with its amount.': `
    insert into payments (center_id, id, payer_id, method, paid_on, amount)
      select center_id, parent_id, parent_id, 'cash', current_date, 5 from parent_links limit 1`,
  'A reversal differs from the entry that it takes back.': `
    insert into ledger_entries (center_id, payer_id, kind, amount, entered_on) select center_id, parent_id, 'credit', -5, current_date from parent_links limit 1;
    insert into ledger_entries (center_id, payer_id, kind, amount, entered_on, reverses)
      select center_id, payer_id, 'reversal', 6, current_date, id from ledger_entries`,
  'An invoice is not the sum of its lines.': `
    insert into invoices (center_id, id, payer_id, month, currency, total)
      select center_id, parent_id, parent_id, '2026-03-01', 'USD', 5 from parent_links limit 1`,
  'The numbers of a center’s invoices have a gap.': `
    insert into billing_settings (center_id, next_number) select id, 2 from centers limit 1`,
  'A call is stored as answered, but its answer is missing.': `insert into answered_calls (caller, key, request_hash) values ('x', 'y', '')`,
  'A sent message has no sending time, or an unsent one has one.': `
    insert into mail (id, person_id, purpose, to_address, subject, body, state) select gen_random_uuid(), id, 'x', '', '', '', 'sent' from people`,
  'A message is waiting, but no job will send it.': `
    insert into mail (id, person_id, purpose, to_address, subject, body) select gen_random_uuid(), id, 'x', '', '', '' from people`,
  'A history line has no time, or one in the future.': `
    insert into audit (at, action, entity_id) values (now() + interval '1 day', 'x', 'y')`,
}

const undone = new Error('undone')

describe('every rule detects broken data', () => {
  test.each(Object.entries(invariants))('%s', async (rule, query) => {
    await write(async (db) => {
      // Turn off triggers and foreign keys, as if a disk or an old version had broken the data.
      await db`set local session_replication_role = replica`
      expect([...(await db.unsafe(query))]).toEqual([])
      await db.unsafe(broken[rule] ?? `No statement breaks '${rule}'.`)
      expect([...(await db.unsafe(query))]).not.toEqual([])
      throw undone
    }).catch((error: unknown) => {
      if (error !== undone) throw error
    })
  })
})

test('erased people, records from before the retained history, and undeliverable email violate no rule', async () => {
  await write(async (db) => {
    const [place] = await db<{ studentId: string; classId: string }[]>`
      update places set over_reason = 'A sister is in it' where type = 'regular' and id = (select min(id::text)::uuid from places where type = 'regular')
      returning student_id, class_id`
    const { studentId = '', classId = '' } = place ?? {}
    await db`
      update class_terms set max_size = (select count(*) - 1 from places where class_id = ${classId} and type = 'regular') where class_id = ${classId}`
    const [answer] = await db<{ id: string; workId: string }[]>`
      update answers set grade = 0.5, graded_at = now() where work_id = (
        select work_id from answers a join work w on w.center_id = a.center_id and w.id = a.work_id where w.student_id = ${studentId} limit 1)
      returning id, work_id`
    expect(answer).toBeDefined()
    await db`
      insert into audit (action, entity_id, after)
      values ('grading.grade', ${answer?.workId ?? ''}, ${db.json({ answer: answer?.id, grade: 0.5 })})`
    await db`
      insert into mail (id, person_id, purpose, to_address, subject, body, state, created_at)
      select gen_random_uuid(), ${studentId}, 'x', 'nobody@nowhere', '', '', 'failed', now() - interval '5 days'`
    await db`update attendances set version = 2, held_on = held_on - 1000`
    await db`update places set during = daterange(lower(during) - 1000, upper(during))`
    const brokenNow = async () =>
      (
        await Promise.all(
          Object.entries(invariants).map(async ([rule, query]) =>
            (await db.unsafe(query)).length > 0 ? [rule] : [],
          ),
        )
      ).flat()
    expect(await brokenNow()).toEqual([])
    await erase(db, { ids: [studentId], kind: 'asked' }, inventory)
    expect(await brokenNow()).toEqual([])
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
})

const command = promisify(execFile)
const run = () =>
  command(process.execPath, [join(import.meta.dirname, '../bin/fsck.mjs')], {
    env: { ...process.env, DATABASE_URL: world.url },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  )

test('the command lists no findings for sound data; for broken data, it lists them and exits with 1', async () => {
  expect(await fsck(read)).toEqual([])
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining(', 0 broken.') })
  await write((db) => db`insert into answered_calls (caller, key, request_hash) values ('x', 'y', '')`)
  expect(await fsck(read)).toEqual([
    { rule: 'A call is stored as answered, but its answer is missing.', rows: 1, examples: ['x y'] },
  ])
  expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining('x y') })
})
