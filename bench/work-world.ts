import { factories } from '#tests/factories.ts'
import { openDatabase } from '#server/db.ts'
import type { Day } from '#shared/days.ts'

/**
 * Number of students in all centers, weeks with work before the current one, questions per work, and today's
 * date.
 */
type Size = { students: number; works: number; questions: number; today: Day }

/** Creates a level with a section for each past week's homework, a section for this week's, and a test. */
export async function makeTopics(
  url: string,
  { works, questions: count }: Pick<Size, 'works' | 'questions'>,
) {
  const database = openDatabase(url, { pool: 1 })
  const questions = Array.from({ length: count }, (_, n) => ({ text: `$${n} + 1 =$`, value: String(n + 1) }))
  await database.write(async (db) => {
    const make = factories(db)
    const courseId = await make.course({ name: 'Math', subject: 'Math' })
    const sections = Array.from({ length: works + 1 }, (_, n) => ({ name: `Topic ${n + 1}`, questions }))
    await make.level({
      courseId,
      name: 'Math 5',
      chapters: [{ name: 'Numbers', sections, test: [{ name: 'Numbers', questions }] }],
    })
  })
  await database.close()
}

/**
 * Returns the number of the work that the s-th student had `week` weeks ago. Later work has a higher number.
 */
export const workNumber = ({ students, works }: Pick<Size, 'students' | 'works'>, week: number, s: number) =>
  (works - week) * students + s

/** Number of weeks since the week in which students had a test instead of homework. */
export const testWeek = 5

const verdict = (status: string) => {
  const score = status === 'correct' ? 1 : 0
  return `'${JSON.stringify({ status, score, parts: [{ status, score, reason: '' }] })}'::jsonb`
}
const given = (value: string) =>
  `jsonb_build_object('kind', 'fr', 'parts', jsonb_build_array((${value})::text))`

/**
 * Returns SQL for the homework or test of a week. Past weeks are complete, except that 5% of last week's work
 * must still be graded. In week 0, students whose class meets today have started their work, and the others
 * haven't. `at` is the time of completion; in week 0, it is about the time of the first answer, by
 * PostgreSQL's clock, which determines the classroom's day.
 */
const worksOf = ({ students, works, questions, today }: Size, week: number) => `
  create temp table topic as select id, level_id, kind = 'test' as is_test from sections
    where kind = '${week === testWeek ? 'test' : 'chapter'}' and num = ${week === testWeek ? 1 : works - week + 1};
  create temp table given as
    select pg_temp.id('work', ${(works - week) * students} + s) as id, ${(works - week) * students} + s as n, s, pg_temp.center(c) as center_id, c,
      ${week} = 1 and s % 20 = 0 as waits,
      case when ${week} > 0 then 'done' when exists (select from seats where s = p.s and k % 6 = 1 and type = 'regular' and ends is null) then 'started'
        else 'assigned' end as state,
      case when ${week} > 0 then (date '${today}' - ${7 * week} + i % 6 + time '19:00') at time zone 'America/New_York' + s * interval '0.1 seconds'
        else date_trunc('day', now(), 'America/New_York') + s * interval '1 millisecond' end as at
    from pupils p where status <> 'prospect' order by s;
  insert into work (center_id, id, kind, student_id, name, item, state, due_on, assigned_by, assigned_at, started_at, submitted_at, returned_at, correct,
    total, hint, score, level_id, chapter_num)
  select center_id, g.id, case when is_test then 'test' else 'homework' end, pg_temp.id('member', s * 3), 'Week ${week}', topic.id::text,
    case when waits then 'submitted' when state = 'done' then 'returned' else state end, at::date, pg_temp.id('operator', c), at - interval '2 days',
    case when state <> 'assigned' then at - interval '1 hour' end, case when state = 'done' then at end,
    case when state = 'done' and not waits then at end, case when state = 'done' then ${questions} - waits::int end,
    case when state = 'done' then ${questions} end, case when state = 'done' then 0 end,
    case when state = 'done' then 1 - waits::int / ${questions}.0 end, case when is_test then level_id end, case when is_test then 1 end
  from given g, topic;
  insert into work_sections (center_id, work_id, num, section_id) select center_id, g.id, 1, topic.id from given g, topic;
`

/**
 * Returns SQL for the questions and answers of the work that `worksOf` adds. In work that was only started,
 * the first half is answered. Questions 3 and 6 are answered right on the second try.
 */
const answersOf = ({ questions }: Size) => `
  create temp table asked as
    select g.*, q.num, q.id as question_id, 1 + (q.num in (3, 6))::int as tries, g.waits and q.num = ${questions} as waiting
    from given g, topic join questions q on q.section_id = topic.id
    where state <> 'assigned' order by g.s, q.num;
  insert into work_questions (center_id, work_id, num, section_num, section_ques_num, question_id, revision, answers, tries, given, verdict, solved,
    waits, filled)
  select center_id, id, num, 1, num, question_id, 1, answered * tries, answered * tries, case when answered = 1 then ${given('num')} end,
    case when answered = 1 then case when waiting then ${verdict('ungraded')} else ${verdict('correct')} end end,
    answered = 1 and not waiting, waiting, answered = 1
  from asked, lateral (select (state = 'done' or num <= ${Math.floor(questions / 2)})::int as answered) how;
  insert into answers (center_id, work_id, num, seq, id, given, verdict, arrived_at)
  select center_id, id, num, seq, pg_temp.id('answer', n * 32 + num * 2 + seq), ${given('case when seq = tries then num else 0 end')},
    case when waiting then ${verdict('ungraded')} when seq = tries then ${verdict('correct')} else ${verdict('incorrect')} end,
    at + (num * 2 + seq - case when state = 'done' then 60 else 0 end) * interval '1 second'
  from asked, generate_series(1, tries) seq where state = 'done' or num <= ${Math.floor(questions / 2)};
  insert into work_places (center_id, student_id, work_id, num)
  select center_id, pg_temp.id('member', s * 3), id, num from asked where state = 'started' and num = ${Math.floor(questions / 2)} + 1;
`

/**
 * Returns the SQL that inserts the work of all weeks, with a million answers in the large world. It uses the
 * temporary functions of `fillOffice`, which runs it in its own session.
 */
export const workSteps = (size: Size) =>
  Array.from(
    { length: size.works + 1 },
    (_, at) =>
      `${worksOf(size, size.works - at)} ${answersOf(size)} drop table topic; drop table given; drop table asked;`,
  )
