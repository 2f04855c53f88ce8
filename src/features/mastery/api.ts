import { z } from 'zod'
import { WorkKind } from '#features/practice/rules.ts'
import { Content } from '#shared/content.ts'
import { get, None } from '#shared/contract.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { skillLevels } from './level-words.ts'
import { reasons, warmUpReasons } from './next.ts'

/** A section of the material that a child has an estimate for, or that is proposed for practice. */
const Section = record('SkillSection', {
  _id: Id,
  levelId: Id,
  level: z.string(),
  chapterNum: z.int(),
  chapter: z.string(),
  num: z.int(),
  name: z.string(),
  isTest: z.boolean(),
})
export type Section = z.infer<typeof Section>

/**
 * A child's skill in a section. `chance` is the estimated probability, to two decimals, of answering a
 * typical question correctly on the first try today. A mastered section stays mastered; `isDue` is true if it
 * should be reviewed.
 */
const Skill = record('Skill', {
  sectionId: Id,
  level: z.enum(skillLevels),
  chance: z.number(),
  answers: z.int(),
  answeredAt: Instant,
  /** Time when the section was first mastered, or null. */
  masteredAt: Instant.nullable(),
  isDue: z.boolean(),
})
export type Skill = z.infer<typeof Skill>

const Skills = record('Skills', { sections: z.array(Section), skills: z.array(Skill) })

const Child = record('ChildSkills', {
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  skills: z.array(Skill),
})
export type ChildSkills = z.infer<typeof Child>

/**
 * A question behind an estimate, and how the child answered it. `hints` is the number of hint steps opened.
 */
const Answer = record('SkillAnswer', {
  kind: WorkKind,
  workId: Id,
  work: z.string(),
  num: z.int(),
  on: Day,
  tries: z.int(),
  solved: z.boolean(),
  hints: z.int(),
})
export type SkillAnswer = z.infer<typeof Answer>

/**
 * A wrong answer that several children of a class gave, with the message they saw if the question lists this
 * mistake.
 */
const ClassMistake = record('ClassMistake', {
  content: Content,
  answer: z.string(),
  message: z.string().nullable(),
  children: z.array(Id),
})
export type ClassMistake = z.infer<typeof ClassMistake>

/**
 * Sections proposed for a child's next homework, each with its number of questions. If `isHalf`, the homework
 * has only half of the section's questions, and `questions` counts only those.
 */
const NextHomework = record('NextHomework', {
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  next: z.array(z.object({ sectionId: Id, why: z.enum(reasons), isHalf: z.boolean(), questions: z.int() })),
})
export type NextHomework = z.infer<typeof NextHomework>

/** Questions proposed for a child's warm-up, in the order of `warmUpQuestions`. */
const WarmUp = record('WarmUp', {
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  questions: z.array(
    z.object({ questionId: Id, sectionId: Id, why: z.enum(warmUpReasons), content: Content }),
  ),
})
export type WarmUp = z.infer<typeof WarmUp>

const Proposals = z.object({ sections: z.array(Section), children: z.array(NextHomework) })

const center = z.object({ centerId: CenterName })

/** Skills of a center's children, estimated from completed work. */
export const skills = {
  /**
   * Returns the children with a place in a class today, by name. Also returns the sections in which they have
   * skills, in the order of the material. Responds with 404 if there is no such class.
   */
  ofClass: get('/centers/:centerId/classes/:classId/skills', {
    who: 'skills.read',
    input: center.extend({ classId: Id }),
    output: z.object({ className: z.string(), sections: z.array(Section), children: z.array(Child) }),
  }),
  /**
   * Mistakes of the last 90 days that several children of the class made in a section, at most 10, most
   * frequent first.
   */
  mistakes: get('/centers/:centerId/classes/:classId/skills/:sectionId/mistakes', {
    who: 'skills.read',
    input: center.extend({ classId: Id, sectionId: Id }),
    output: z.array(ClassMistake),
  }),
  /**
   * Homework proposed for each child in a class today (see `nextSections` for the rules). It has at most as
   * many sections as the center's settings allow, where two half sections count as one. Nothing is assigned.
   */
  nextOfClass: get('/centers/:centerId/classes/:classId/next-homework', {
    who: 'skills.read',
    input: center.extend({ classId: Id }),
    output: Proposals,
  }),
  /**
   * Warm-up proposed for each child who is expected in the class today and isn't marked absent, with at most
   * as many questions as the center's settings allow. Nothing is assigned.
   */
  warmUps: get('/centers/:centerId/classes/:classId/warm-ups', {
    who: 'skills.read',
    input: center.extend({ classId: Id }),
    output: z.object({ sections: z.array(Section), children: z.array(WarmUp) }),
  }),
  /** Homework proposed for one child. */
  nextOfStudent: get('/centers/:centerId/students/:studentId/next-homework', {
    who: 'skills.read',
    input: center.extend({ studentId: Id }),
    output: Proposals,
  }),
  ofStudent: get('/centers/:centerId/students/:studentId/skills', {
    who: 'skills.read',
    input: center.extend({ studentId: Id }),
    output: Skills,
  }),
  /** Lists the answers behind an estimate, newest first, at most 100. */
  answers: get('/centers/:centerId/students/:studentId/skills/:sectionId', {
    who: 'skills.read',
    input: center.extend({ studentId: Id, sectionId: Id }),
    output: z.array(Answer),
  }),
}

const child = z.object({ studentId: Id })

/**
 * A question that a child got wrong in work whose solutions the family may see. `num` is its number in the
 * section (homework) or in the whole work (tests); `sequenceQuesNum` is the number that pages show. `steps`
 * are the steps of its hint, which help to explain it at home.
 */
const ChildMistake = record('ChildMistake', {
  kind: WorkKind,
  workId: Id,
  work: z.string(),
  sectionNum: z.int(),
  num: z.int(),
  sequenceQuesNum: z.int(),
  on: Day,
  content: Content,
  answer: z.string(),
  right: z.string(),
  message: z.string().nullable(),
  steps: z.array(Content),
})
export type ChildMistake = z.infer<typeof ChildMistake>

/**
 * A chapter with its sections and how many of them are mastered. `star` is true if its test counts toward a
 * medal.
 */
const Chapter = record('PathChapter', {
  num: z.int(),
  name: z.string(),
  sections: z.int(),
  mastered: z.int(),
  star: z.boolean(),
})
export type PathChapter = z.infer<typeof Chapter>

/**
 * A student's progress in the chapters of a level, and toward the next medal in its subject. `here` is the
 * number of the student's current chapter. For a subject in which the student has no level, there is only
 * the medal.
 */
const Path = record('Path', {
  _id: z.string(),
  subject: z.string(),
  level: z.string().nullable(),
  here: z.int().nullable(),
  chapters: z.array(Chapter),
  medal: z.object({ good: z.int(), of: z.int() }),
})
export type Path = z.infer<typeof Path>

/** The student's own paths, by subject and level. */
export const ownPath = {
  read: get('/student/path', { who: 'self.read', input: None, output: z.array(Path) }),
}

/** Skills and mistakes of a parent's own children. */
export const childSkills = {
  /** Skills of a child. `next` has the name of the next section in each of the child's levels. */
  list: get('/parent/students/:studentId/skills', {
    who: 'children.read',
    input: child,
    output: Skills.extend({ next: z.array(z.string()) }),
  }),
  /** Wrong answers of the last two weeks, newest first, at most 6. */
  mistakes: get('/parent/students/:studentId/mistakes', {
    who: 'children.read',
    input: child,
    output: z.array(ChildMistake),
  }),
  answers: get('/parent/students/:studentId/skills/:sectionId', {
    who: 'children.read',
    input: child.extend({ sectionId: Id }),
    output: z.array(Answer),
  }),
}
