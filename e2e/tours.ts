import { expect, type Page } from '@playwright/test'
import type { Page as Pattern } from '#shared/permissions.ts'
import { enter, post, signIn } from './journey.ts'
import { today } from './server.ts'

export const center = '/centers/Maple%20Street'

export type Step = (page: Page) => Promise<unknown>
/** A page to look at: the way there, what it leads on to if it is only a way, and what opens over it. */
export type Stop = { page: Pattern; to: string | Step | (string | Step)[]; at?: Pattern; open?: Record<string, Step> }

const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
const follow =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('main').getByRole('link', { name }).first().click()
const firstRow: Step = (page) => page.getByRole('table').getByRole('link').first().click()

/** From anywhere in a chapter to the first section of its test, which is made if there is none. */
const toTest: Step = async (page) => {
  const [, , levelId, chapterNum] = new URL(page.url()).pathname.split('/')
  await post(page, `/bl/levels/${levelId}/chapters/${chapterNum}/test`, { name: 'Test' })
  await page.goto(`/material-editor/${levelId}/${chapterNum}/test/1`)
}

/** The way of each kind of user past every page that is theirs. */
export const tours: Record<string, { enter: Step; stops: Stop[] }> = {
  anybody: {
    enter: async () => {},
    stops: [
      { page: '/login', to: '/login' },
      { page: '/forget-password', to: '/forget-password' },
      { page: '/setup', to: '/setup#token=none' },
      { page: '/password-reset', to: '/password-reset#token=none' },
      { page: '/activate', to: '/activate' },
    ],
  },
  admin: {
    enter: (page) => signIn(page, 'admin'),
    stops: [
      { page: '/', to: '/', at: '/centers' },
      { page: '/centers', to: '/centers', open: { 'a new centre': press('New centre') } },
      { page: '/users', to: '/users', open: { 'an invitation': press('Invite somebody') } },
      { page: '/users/$userId', to: firstRow },
    ],
  },
  manager: {
    enter: async (page) => {
      await page.goto('/forget-password')
      await page.getByLabel(/e-mail or user name/i).fill('m1033@family.example')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByText(/^If .* has an account/)).toBeVisible()
      await signIn(page, 'manager')
    },
    stops: [
      {
        page: '/centers/$centerId/staff',
        to: `${center}/staff`,
        open: { 'a new colleague': press('Add somebody'), 'a calendar': press(/^Calendar of/) },
      },
      {
        page: '/centers/$centerId/settings',
        to: `${center}/settings`,
        open: {
          'the centre’s settings': press('Change the centre'),
          'its make-up rules': press('Change the make-up rules'),
          'closed days': press('Close days'),
        },
      },
      { page: '/mail', to: '/mail', open: { 'a mail': press(/A new password/) } },
      {
        page: '/password-reset',
        to: async (page) => {
          await press(/A new password/)(page)
          await page.goto((await page.getByRole('dialog').getByRole('link').getAttribute('href')) ?? '')
          await page.getByLabel('New password', { exact: true }).fill('password')
          await expect(page.getByText(/^Very weak/)).toBeVisible()
        },
      },
    ],
  },
  operator: {
    enter: (page) => signIn(page, 'operator'),
    stops: [
      { page: '/centers/$centerId', to: center },
      { page: '/centers/$centerId/scheduler', to: `${center}/scheduler`, at: '/centers/$centerId/scheduler/$scheduleId' },
      {
        page: '/centers/$centerId/scheduler/$scheduleId',
        to: `${center}/scheduler/2026-03-04`,
        open: { 'a class of the day': press(/^Change .* on this day/), 'the day’s assistants': press('Change the assistants of the day') },
      },
      { page: '/centers/$centerId/scheduler/$scheduleId/$subjectBy', to: `${center}/scheduler/${today}/Math` },
      { page: '/centers/$centerId/attendance', to: `${center}/attendance` },
      { page: '/centers/$centerId/attendance/$classId', to: follow('Math'), open: { 'homework for a class': press('Assign homework') } },
    ],
  },
  'operator with classes': {
    enter: (page) => signIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/classes',
        to: `${center}/classes`,
        open: { 'a new class': press('New class'), 'a change': press('Math 4') },
      },
      { page: '/centers/$centerId/classes', to: `${center}/classes?view=week` },
    ],
  },
  'operator with a roll': {
    enter: (page) => signIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/attendance/$classId/students/$studentId',
        to: [`${center}/attendance`, follow('Math'), (page) => page.getByRole('main').getByRole('list').getByRole('link').first().click()],
        open: { 'a correction': press(/^Correct/) },
      },
    ],
  },
  'operator with news': {
    enter: (page) => signIn(page, 'operator'),
    stops: [
      { page: '/centers/$centerId/oddities', to: `${center}/oddities`, open: { 'a snooze': press(/^Snooze/) } },
      { page: '/centers/$centerId/emails', to: `${center}/emails`, open: { 'a new message': press('New message') } },
    ],
  },
  'operator with students': {
    enter: (page) => signIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/students',
        to: `${center}/students`,
        open: { 'a new student': press('New student'), 'its columns': press('Columns'), 'an export': press('Export') },
      },
      {
        page: '/centers/$centerId/students/$studentId',
        to: [`${center}/students?find=M1033`, firstRow],
        open: {
          homework: press('Assign homework'),
          'a change': press('Change'),
          levels: press('Levels'),
          'a parent': press('Link a parent'),
          work: press('Homework 3'),
          'a test': press('Add test'),
          'an award': press('Give award'),
          'a calendar': press('Calendar'),
          'attendance of twelve weeks': press('Show attendance'),
          'a note': press(/^Change note/),
        },
      },
    ],
  },
  'operator with prospects': {
    enter: (page) => signIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/students',
        to: `${center}/students?filter=1&view=board`,
        open: { 'a new prospect': press('New prospect') },
      },
      {
        page: '/centers/$centerId/students/$studentId',
        to: [`${center}/students?filter=1&find=Mina`, firstRow],
        open: { 'a trial': press('Book a trial'), 'the next step': press('Next step'), 'a loss': press('Lost…') },
      },
    ],
  },
  'operator with a ledger': {
    enter: (page) => signIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/students/$studentId',
        to: [`${center}/students?find=M1000`, firstRow],
        open: { 'a make-up': press(/^Book a make-up/), 'a credit': press('Grant credit') },
      },
      {
        page: '/centers/$centerId/scheduler/$scheduleId',
        to: `${center}/scheduler/2026-03-19`,
        open: {
          'a cancelled class': async (page) => {
            await press(/^Change .* on this day/)(page)
            await page.getByRole('radio', { name: 'Cancelled' }).check()
            await page.getByLabel('Reason').fill('Snow')
            await press('Cancel the class')(page)
          },
          'what was set for it': press('Take back what was set'),
        },
      },
    ],
  },
  'operator with families': {
    enter: (page) => signIn(page, 'operator'),
    stops: [
      {
        page: '/centers/$centerId/parents/$parentId',
        to: [`${center}/students?find=Sam`, firstRow, follow('Pilar')],
        open: { 'a change': press('Change'), 'a link': press(/^Change the link/), 'its end': press(/^End the link/) },
      },
      { page: '/centers/$centerId/parents/$parentId/students/$studentId', to: follow('Sam') },
      { page: '/centers/$centerId/students/import', to: `${center}/students/import` },
      {
        page: '/centers/$centerId/students/import',
        to: async (page) => {
          await page.goto(`${center}/students/import`)
          await page.getByText('Or paste rows from a spreadsheet').click()
          const rows = [
            'First name,Last name,Grade,Parent e-mail,Colour',
            ',Nobody,4,,red',
            'Sam,Rivera,9,parent@demo.example,',
            'New,Comer,1,,',
          ]
          await page.getByLabel('Rows, with the names').fill(rows.join('\n'))
          await press('Check the rows')(page)
          await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
        },
      },
    ],
  },
  editor: {
    enter: (page) => signIn(page, 'editor'),
    stops: [
      { page: '/material-editor', to: '/material-editor', open: { 'a new course': press('New course') } },
      { page: '/material-editor/$levelId', to: follow('Math 1') },
      {
        page: '/material-editor/$levelId/$chapterNum',
        to: (page) => page.getByRole('list', { name: 'Chapters' }).getByRole('link').first().click(),
      },
      {
        page: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum',
        to: (page) => page.getByRole('list', { name: 'Sections' }).getByRole('link').first().click(),
        open: { 'an import': press('Import questions') },
      },
      { page: '/material-editor/$levelId/$chapterNum/test/$sectionNum', to: toTest },
      {
        page: '/users/$userId',
        to: async (page) => {
          await press(/^Menu of/)(page)
          await page.getByRole('menuitem', { name: 'Profile' }).click()
        },
        open: { 'a picture': press('Change picture'), 'a name': press(/^Change name/) },
      },
    ],
  },
  student: {
    enter: async (page) => {
      await enter(page, 'm1033@family.example')
      await page.waitForURL('/student')
    },
    stops: [
      { page: '/student', to: '/student' },
      { page: '/student/homework/$hwId/sections', to: follow('Homework 4') },
      { page: '/student/homework/$hwId/sections', to: ['/student', follow('Homework 1')] },
      { page: '/student/homework/$hwId/sections', to: ['/student', follow('Homework 3')], open: { completing: press('Complete') } },
      {
        page: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
        to: async (page) => {
          await press('Go on')(page)
          await page.getByRole('textbox', { name: 'Your answer' }).fill('1000')
          await press('Check')(page)
          await expect(page.getByText('Not yet.')).toBeVisible()
          await press('Hint')(page)
          await expect(page.getByRole('region', { name: 'Hint' }).getByRole('listitem')).toHaveCount(1)
        },
      },
      { page: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum', to: ['/student', follow('Homework 3'), follow(/right/)] },
      {
        page: '/profile/$userId',
        to: (page) => page.getByRole('link', { name: /^Profile of/ }).click(),
        open: { 'an animal': press('Change picture') },
      },
    ],
  },
  parent: {
    enter: (page) => signIn(page, 'parent'),
    stops: [
      { page: '/parent', to: '/parent' },
      {
        page: '/parent/students/$studentId',
        to: follow('Sam'),
        open: { 'a calendar': press('Add to your calendar'), 'an absence': press(/can’t come/) },
      },
      { page: '/parent/students/$studentId/homework/$hwId/sections', to: follow('Homework 1') },
    ],
  },
  device: {
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
      { page: '/classroom', to: press('Math') },
    ],
  },
}
