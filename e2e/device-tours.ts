import { signIn } from './journey.ts'
import { follow, press, type Step, type Stop, type Tour } from './steps.ts'

/** Whoever isn't planned for the class may be chosen as well. */
const take =
  (word: 'Teacher' | 'Assistant'): Step =>
  async (page) => {
    await press('Not listed')(page)
    await press(new RegExp(word))(page)
  }

const toClass = follow('The class')
/** A view of the class stands under the same heading, so that the page is opened anew by its address. */
const view =
  (name: string): Step =>
  async (page) => {
    const before = page.url()
    await page.getByRole('link', { name }).click()
    await page.waitForURL(({ href }) => href !== before)
    await page.reload()
  }

/** Somebody's classroom, from where they are chosen on. */
function classroomOf(seat: 'teachers' | 'tas'): Stop[] {
  const page = `/centers/$centerId/${seat}/$userId/classroom` as const
  const inClass = `${page}/$classId` as const
  const student = `${inClass}/students/$studentId` as const
  return [
    { page: inClass, to: take(seat === 'teachers' ? 'Teacher' : 'Assistant') },
    { page: inClass, to: view('Answers') },
    { page: inClass, to: view('Attendance') },
    { page: student, to: [view('Students'), follow('Sam')] },
    { page: `${student}/homework/$hwId/sections`, to: follow('Homework 2') },
    { page: `${student}/homework/$hwId/sections/$sectionNum/questions/$quesNum`, to: follow('Question 1,') },
    { page: `${student}/tests/$testId/questions/$quesNum`, to: [follow('Sam'), follow(/chapter 1/)] },
    { page: `${student}/assessments/$assessmentId/questions/$quesNum`, to: [follow('Sam'), follow(/Math 2: assessment/)] },
    { page, to: [follow('Sam'), toClass, follow('All classes')] },
  ]
}

/** The way past every page of a classroom's device. */
export const deviceTour: Tour = {
  enter: (page) => signIn(page, 'operator'),
  stops: [
    { page: '/devices', to: '/devices', open: { 'a new device': press('Add device') } },
    {
      page: '/classroom',
      to: async (page) => {
        await press('Add device')(page)
        await page.getByRole('dialog').getByLabel('Name').fill('Room 7')
        await press('Make its key')(page)
        const dialog = page.getByRole('dialog', { name: 'Key for Room 7' })
        const key = (await dialog.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? ''
        await page.context().clearCookies()
        await page.goto('/activate')
        await page.getByLabel('Activation key').fill(key)
        await press('Activate')(page)
        await page.waitForURL('/classroom')
      },
    },
    { page: '/classroom', to: press('Math 4') },
    ...classroomOf('teachers'),
    { page: '/classroom', to: [press('Leave'), press('Math 4')] },
    ...classroomOf('tas'),
    {
      page: '/centers/$centerId/$role/$userId/grading',
      to: [
        (page) => page.getByRole('main').getByRole('listitem').first().getByRole('button').click(),
        (page) => page.getByRole('banner').getByRole('link', { name: 'Grading' }).click(),
      ],
    },
  ],
}
