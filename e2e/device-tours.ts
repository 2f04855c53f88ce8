import { forget, letIn } from './journey.ts'
import { keyIn } from './tablet.ts'
import { follow, press, type Step, type Stop, type Tour, withoutClass } from './steps.ts'

/** Chooses a person who isn't scheduled for the class, which is also allowed. */
const take =
  (word: 'Teacher' | 'Assistant'): Step =>
  async (page) => {
    await press('Not listed')(page)
    await press(new RegExp(word))(page)
  }

const toClass = follow('Back to class')
/**
 * Opens Sam's page from the class. Goes back once if Sam's tile led to the question that he is working on.
 */
const toSam: Step = async (page) => {
  await follow('Sam')(page)
  await page.waitForURL(/\/students\//)
  if (page.url().includes('/questions/'))
    await page.getByRole('navigation', { name: 'Back' }).getByRole('link').first().click()
}
/** Opens a view of the class and reloads it. Waits for its URL, because all views have the same heading. */
const view =
  (name: string): Step =>
  async (page) => {
    const before = page.url()
    await page.getByRole('link', { name }).click()
    await page.waitForURL(({ href }) => href !== before)
    await page.reload()
  }

/**
 * Returns the stops in the classroom of a teacher or an assistant, starting with the choice of that person.
 */
function classroomOf(seat: 'teachers' | 'tas'): Stop[] {
  const page = `/centers/$centerId/${seat}/$userId/classroom` as const
  const inClass = `${page}/$classId` as const
  const student = `${page}/{-$classId}/students/$studentId` as const
  return [
    { page: inClass, to: take(seat === 'teachers' ? 'Teacher' : 'Assistant') },
    { page: inClass, to: view('Answers') },
    { page: inClass, to: view('Attendance') },
    { page: student, to: [view('Students'), toSam] },
    { page: `${student}/homework/$hwId/sections`, to: follow('Homework 2') },
    { page: `${student}/homework/$hwId/sections/$sectionNum/questions/$quesNum`, to: follow('Question 1,') },
    { page: `${student}/tests/$testId/questions/$quesNum`, to: [follow('Sam'), follow(/chapter 1/)] },
    {
      page: `${student}/assessments/$assessmentId/questions/$quesNum`,
      to: [follow('Sam'), follow(/Math 2: assessment/)],
    },
    { page: inClass, to: [follow('Sam'), toClass] },
    { page: student, to: [toSam, withoutClass] },
    { page: `${student}/homework/$hwId/sections`, to: follow('Homework 2') },
    { page, to: [follow('Sam'), follow('Back to all classes')] },
  ]
}

/** Adds a device while an operator is signed in, then continues as that device. */
const activate =
  (room: string): Step =>
  async (page) => {
    await press('Add device')(page)
    await page.getByRole('dialog').getByLabel('Name').fill(room)
    await press('Create key')(page)
    const key = await keyIn(page.getByRole('dialog', { name: `Key for ${room}` }))
    await forget(page)
    await page.goto('/activate')
    await page.getByLabel('Activation key').fill(key)
    await press('Activate')(page)
    await page.waitForURL('/classroom')
  }

/** Tours through every page of a classroom device. */
export const deviceTours: Record<string, Tour> = {
  'device of a teacher': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      { page: '/devices', to: '/devices', open: { 'a new device': press('Add device') } },
      { page: '/classroom', to: activate('Room 7') },
      { page: '/classroom', to: press('Math 4') },
      ...classroomOf('teachers'),
      { page: '/classroom', to: [press('Leave'), press('Math 4')] },
    ],
  },
  'device of an assistant': {
    enter: (page) => letIn(page, 'operator'),
    stops: [
      { page: '/classroom', to: ['/devices', activate('Room 8'), press('Math 4')] },
      ...classroomOf('tas'),
      {
        page: '/centers/$centerId/$role/$userId/grading',
        to: [
          (page) => page.getByRole('main').getByRole('listitem').first().getByRole('button').click(),
          (page) => page.getByRole('banner').getByRole('link', { name: 'Grading' }).click(),
        ],
      },
    ],
  },
}
