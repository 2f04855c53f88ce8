import { expect, type Page } from '@playwright/test'
import { letIn, test } from './journey.ts'
import { today } from './server.ts'
import { center, firstRow, follow, type Step } from './steps.ts'

/**
 * A main screen as read by a screen reader: the user, the path to it, and its landmarks, headings and main
 * controls in reading order. Each line is a role with the beginning of a name.
 */
type Screen = { who: string; to: (string | Step)[]; reads: (string | RegExp)[] }

const bar = [
  'link "Skip to content',
  'banner',
  'combobox "Center',
  'button "Search',
  'navigation "Main',
  'main',
]
const family = ['banner', 'button "Log out', 'main']

const toQuestion: Step = async (page) => {
  await follow('Math 1')(page)
  for (const name of ['Chapters', 'Sections', 'Questions'])
    await page.getByRole('list', { name, exact: true }).getByRole('link').first().click()
}

const screens: Record<string, Screen> = {
  'the day': {
    who: 'operator',
    to: [`${center}/scheduler/${today}`],
    reads: [
      ...bar,
      'navigation "Month',
      'heading "Scheduler Tuesday, March 3, 2026" [level=1]',
      'button "Next day',
      'link "Math',
      'button "Print',
      'group "Classes',
      'heading "3:30 PM" [level=2]',
      'article "English 3',
      'link "Take attendance for English 3',
      'button "Change English 3 on this day',
      'list "Students in English 3',
      'heading "4:45 PM" [level=2]',
    ],
  },
  'the roll': {
    who: 'operator',
    to: [`${center}/attendance?on=${today}`, follow('Math 4')],
    reads: [
      ...bar,
      'link "All classes',
      'heading "Math 4" [level=1]',
      'button "Assign work',
      // Another journey may have marked everybody.
      /^button "All (present|marked)/,
      'list "Students',
      /^group ".*’s attendance"/,
      'radio "Present',
      'radio "Absent',
      'radio "Pick-up',
    ],
  },
  'a student': {
    who: 'operator',
    to: [`${center}/students?find=M1029`, firstRow],
    reads: [
      ...bar,
      'heading "Edith Fay-Nitzsche" [level=1]',
      'button "Assign work',
      'list "Parents to contact',
      'term: Level',
      'navigation "On this page',
      'heading "Upcoming classes" [level=2]',
      'button "Report absence of Edith',
      'heading "Make-ups" [level=2]',
      'heading "Work" [level=2]',
      'heading "Notes" [level=2]',
      'heading "Attendance" [level=2]',
      'heading "Tests" [level=2]',
      'heading "Parents" [level=2]',
      'heading "History" [level=2]',
    ],
  },
  'the dashboard': {
    who: 'operator',
    to: [center],
    reads: [
      ...bar,
      'heading "Maple Street" [level=1]',
      'navigation "Key figures',
      'heading "Attendance today" [level=2]',
      'heading "To do" [level=2]',
      'figure "Attendance by week',
      'heading "Students to watch" [level=2]',
    ],
  },
  'a class with its waitlist': {
    who: 'operator',
    to: [`${center}/classes`, follow('Math 4')],
    reads: [
      ...bar,
      'heading "Math 4" [level=1]',
      'link "Roll for',
      'button "Edit',
      'heading "Students" [level=2]',
      'table "Students',
      'heading "Waitlist" [level=2]',
      'heading "History" [level=2]',
    ],
  },
  grading: {
    who: 'operator',
    to: [`${center}/grading`],
    reads: [
      ...bar,
      'heading "Grading" [level=1]',
      'combobox "Class',
      'navigation "Questions to grade',
      'region "Answers',
      'region "The question',
      'heading "Solution" [level=2]',
      'list "Answers to grade',
      'group "Grade for',
      'button "Give 0',
      'button "Give 1"',
      'textbox "Comment',
      'button "Next question',
    ],
  },
  'the question editor': {
    who: 'editor',
    to: ['/material-editor', toQuestion],
    reads: [
      'banner',
      'main',
      'navigation "You are here',
      'navigation "Questions in this section',
      'heading "Question 1" [level=1]',
      'button "Save"',
      'toolbar "Math symbols',
      'heading "Question" [level=2]',
      'textbox "Text',
      'heading "Answer" [level=2]',
      'combobox "Kind of part 1',
      'textbox "Right answer',
      'button "Add part',
      'heading "Hint" [level=2]',
      'heading "As a student sees it" [level=2]',
      'heading "Possible student answers" [level=2]',
    ],
  },
  'a student’s home page': {
    who: 'm1033@family.example',
    to: ['/student'],
    reads: [
      ...family,
      'heading "Hello Lonie!" [level=1]',
      'heading "To do now" [level=2]',
      'link "Homework · Homework 3',
      'heading "Your week" [level=2]',
      'heading "Your path: Math',
      'heading "Done" [level=2]',
      'heading "Awards" [level=2]',
      'contentinfo',
    ],
  },
  'a question': {
    who: 'm1033@family.example',
    to: ['/student', follow('Homework 3')],
    reads: [
      ...family,
      'list "Questions',
      'heading "Question 3 of 8" [level=1]',
      'textbox "Your answer',
      'group "Number keys',
      'button "Check',
      'button "Next question',
      'region "Hint',
      'contentinfo',
    ],
  },
  'a child’s page for parents': {
    who: 'parent',
    to: ['/parent', follow('Sam')],
    reads: [
      ...family,
      'navigation "On this page',
      'heading "Sam" [level=1]',
      'heading "Work" [level=2]',
      'region "Progress',
      'heading "Upcoming classes" [level=2]',
      'button "Report absence of Sam',
      'heading "Make-ups" [level=2]',
      'contentinfo',
    ],
  },
}

const levelOf = (line: string) => Number(/^heading .*\[level=(\d)\]/.exec(line)?.[1] ?? 0)
const named = /^(button|link|textbox|searchbox|combobox|checkbox|radio|switch|img|heading|region|dialog)\b/

/** Returns the page as read by a screen reader, one line per element. */
async function linesOf(page: Page) {
  const text = await page.locator('body').ariaSnapshot()
  return text.split('\n').map((line) => line.replace(/^\s*- '?/, '').replaceAll('\u00a0', ' '))
}

/** Returns the lines that are missing or out of order. */
function missingOf(lines: readonly string[], reads: readonly (string | RegExp)[]) {
  let from = 0
  return reads.filter((wanted) => {
    const isWanted = (line: string) =>
      typeof wanted === 'string' ? line.startsWith(wanted) : wanted.test(line)
    const at = lines.findIndex((line, index) => index >= from && isWanted(line))
    if (at >= 0) from = at + 1
    return at < 0
  })
}

/**
 * Returns controls and parts without a name, headings that skip a level, and landmarks with the same name.
 */
function faultsOf(lines: readonly string[]) {
  const levels = lines.map(levelOf).filter((level) => level > 0)
  const landmarks = lines.filter((line) => /^(navigation|region|complementary) "/.test(line))
  return [
    ...lines.filter((line) => named.test(line) && !/^\w+ "/.test(line)),
    ...levels.flatMap((level, at) =>
      level - (levels[at - 1] ?? 0) > 1 ? [`heading ${level} after ${levels[at - 1] ?? 0}`] : [],
    ),
    ...landmarks.filter((line, at) => landmarks.indexOf(line) !== at),
  ]
}

for (const [name, { who, to, reads }] of Object.entries(screens)) {
  test(`a screen reader reads ${name} in the expected order, and every control has a name`, async ({
    page,
  }) => {
    await letIn(page, who)
    for (const step of to) await (typeof step === 'string' ? page.goto(step) : step(page))
    await expect(async () => {
      const lines = await linesOf(page)
      expect(missingOf(lines, reads), 'missing or out of order').toEqual([])
      expect(faultsOf(lines)).toEqual([])
    }).toPass({ timeout: 15_000 })
  })
}
