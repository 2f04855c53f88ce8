import { expect, type Browser, type Page } from '@playwright/test'
import { familyOf, letIn, post, signIn } from './journey.ts'
import { deviceTours } from './device-tours.ts'
import { linkTours } from './link-tours.ts'
import { officeTours } from './office-tours.ts'
import { providerTours } from './provider-tours.ts'
import { giveTest } from './test-fixture.ts'
import { center, firstRow, follow, press, showAll, type Step, type Tour, trialFormLink } from './steps.ts'

const firstQuestion: Step = (page) =>
  page.getByRole('list', { name: 'Questions' }).getByRole('link').first().click()

/**
 * Opens the first section of a chapter's test from anywhere in the chapter. Creates the test if there is
 * none.
 */
const toTest: Step = async (page) => {
  const [, , levelId, chapterNum] = new URL(page.url()).pathname.split('/')
  // Ignore the refusal if the test already exists.
  await post(page, `/bl/levels/${levelId}/chapters/${chapterNum}/test`, { name: 'Test' }).catch(() => null)
  await page.goto(`/material-editor/${levelId}/${chapterNum}/test/1`)
}

/** Requests a password reset for a student, so that the outbox contains an email, and signs in. */
async function enterAfterRecovery(page: Page, name: string) {
  await page.goto('/forget-password')
  await page.getByLabel(/email or user name/i).fill('m1033@family.example')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(/If .* belongs to an account/)).toBeVisible()
  await letIn(page, name)
}

const toTrialForm: Step = async (page) => {
  await page.goto(await trialFormLink(page))
}

/** Address at which nothing listens. */
const unreachable = 'http://localhost:9/changes'

/** Opens the integrations with a webhook whose first delivery fails. */
const toIntegrations: Step = async (page) => {
  await post(page, `${center}/webhooks`, { url: unreachable, events: ['student.created'] })
  await post(page, `${center}/students`, { firstName: 'Wren', lastName: 'Heard' })
  await page.goto(`${center}/settings/integrations`)
}

/** Tours of each kind of user through all of their pages. */
export const tours: Record<string, Tour> = {
  anybody: {
    enter: async () => {},
    stops: [
      { page: '/login', to: '/login' },
      { page: '/forget-password', to: '/forget-password' },
      { page: '/setup', to: '/setup#token=none' },
      { page: '/password-reset', to: '/password-reset#token=none' },
      { page: '/confirm-email', to: '/confirm-email#token=none' },
      { page: '/activate', to: '/activate' },
      { page: '/confirm-trial', to: '/confirm-trial#token=none' },
      { page: '/trial/$centerId', to: '/trial/Nowhere' },
      { page: '/unsubscribe/$token', to: '/unsubscribe/none' },
    ],
  },
  admin: {
    enter: (page) => enterAfterRecovery(page, 'admin'),
    stops: [
      { page: '/', to: '/', at: '/centers' },
      { page: '/centers', to: '/centers', open: { 'a new center': press('New center') } },
      { page: '/all-centers', to: '/all-centers' },
      { page: '/users', to: '/users', open: { 'an invitation': press('Invite someone') } },
      { page: '/users/$userId', to: firstRow },
      { page: '/operation', to: '/operation', open: { 'a quota': press(/^Change quota for/) } },
      {
        page: '/audit',
        to: '/audit',
        open: {
          'a change': (page) =>
            page.getByRole('list', { name: 'Changes' }).getByRole('button').first().click(),
        },
      },
      { page: '/privacy', to: '/privacy', open: { 'how long people are kept': press('Change') } },
      {
        page: '/centers/$centerId/students/$studentId',
        to: [`${center}/students`, firstRow],
        open: { 'an erasure': press('Erase…') },
      },
      { page: '/centers/$centerId/students/$studentId/record', to: follow('Everything we keep') },
      { page: '/material-export', to: '/material-export' },
      {
        page: '/password-reset',
        to: async (page) => {
          await page.goto('/mail')
          await press(/Reset your Blended Learning password/)(page)
          await page.goto((await page.getByRole('dialog').getByRole('link').getAttribute('href')) ?? '')
          await page.getByLabel('New password', { exact: true }).fill('password')
          await expect(page.getByText('Very weak')).toBeVisible()
        },
      },
    ],
  },
  manager: {
    enter: (page) => enterAfterRecovery(page, 'manager'),
    stops: [
      {
        page: '/centers/$centerId/staff',
        to: `${center}/staff`,
        open: { 'a new colleague': press('Add staff'), 'a calendar': press(/^Calendar for/) },
      },
      {
        page: '/centers/$centerId/settings',
        to: `${center}/settings`,
        open: {
          'the center’s settings': press('Change the center'),
          'its make-up rules': press('Change the make-up rules'),
          'its email': press('Change the color and the hours'),
          'closed days': press('Add closed days'),
        },
      },
      {
        page: '/centers/$centerId/settings/integrations',
        to: toIntegrations,
        open: {
          'a new token': press('New token'),
          'a new webhook': press('New webhook'),
          'the deliveries of a webhook': async (page) => {
            await press(`Actions for ${unreachable}`)(page)
            await page.getByRole('menuitem', { name: 'Deliveries' }).click()
            await expect(page.getByText(/No connection\..*Next attempt/).first()).toBeVisible()
          },
        },
      },
      { page: '/mail', to: '/mail', open: { 'a mail': press(/Reset your Blended Learning password/) } },
      { page: '/trial/$centerId', to: toTrialForm },
    ],
  },
  ...officeTours,
  editor: {
    enter: (page) => letIn(page, 'editor'),
    stops: [
      { page: '/material-editor', to: '/material-editor', open: { 'a new course': press('New course') } },
      { page: '/material-editor/$levelId', to: follow('Math 1') },
      {
        page: '/material-editor/$levelId/$chapterNum',
        to: (page) => page.getByRole('list', { name: 'Chapters' }).getByRole('link').first().click(),
      },
      {
        page: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum',
        to: (page) =>
          page.getByRole('list', { name: 'Sections', exact: true }).getByRole('link').first().click(),
        open: {
          'an import': press('Import questions'),
          'a deletion': async (page) => {
            await page.getByLabel('Select question 2').check()
            await page
              .getByRole('region', { name: 'Selected questions' })
              .getByRole('button', { name: 'Delete' })
              .click()
          },
        },
      },
      {
        page: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum/$quesId',
        to: firstQuestion,
        open: {
          'what isn’t saved': async (page) => {
            await page.getByRole('textbox', { name: 'Text' }).fill('What is $')
            await page.getByRole('button', { name: 'Next question' }).click()
          },
        },
      },
      {
        page: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum/$quesId',
        to: async (page) => {
          await page.goto(page.url().replace(/[^/]+$/, 'new'))
          await press('Save')(page)
          await expect(page.getByText('Write the answer.')).toBeVisible()
        },
      },
      { page: '/material-editor/$levelId/$chapterNum/test/$sectionNum', to: toTest },
      {
        page: '/material-editor/$levelId/$chapterNum/test/$sectionNum/$quesId',
        to: async (page) => {
          await page.goto(`${page.url()}/new`)
          await page.getByRole('radio', { name: 'Graph' }).check()
          await expect(
            page.getByRole('group', { name: 'Correct drawing' }).locator('svg').first(),
          ).toBeVisible()
        },
      },
      { page: '/material-editor/search', to: '/material-editor/search?find=what' },
      { page: '/material-editor/review', to: '/material-editor/review' },
      { page: '/material-editor/hints', to: '/material-editor/hints' },
      {
        page: '/material-editor/hints/$hintId',
        to: [
          '/material-editor/hints?of=own',
          (page) => page.getByRole('list', { name: 'Hints' }).getByRole('link').first().click(),
        ],
        open: {
          'a deletion': async (page) => {
            await press('Delete')(page)
            await expect(page.getByRole('dialog')).toContainText('1 question uses this hint.')
          },
        },
      },
      { page: '/material-import', to: '/material-import' },
      { page: '/bc-print', to: '/bc-print' },
      {
        page: '/bc-print',
        to: async (page) => {
          await page.goto('/bc-print')
          await follow(/Math 3/)(page)
          const chapter = page.getByRole('main').getByRole('group').first()
          await chapter.locator('summary').click()
          await chapter.getByRole('checkbox', { name: 'All of chapter 1' }).check()
          await expect(page.getByText(/\d+ \W*sheets/)).toBeVisible()
        },
      },
      {
        page: '/users/$userId',
        to: async (page) => {
          await press(/^Menu for/)(page)
          await page.getByRole('menuitem', { name: 'Profile' }).click()
        },
        open: { 'a picture': press('Change picture'), 'a name': press(/^Change name/) },
      },
    ],
  },
  student: {
    enter: (page) => letIn(page, 'm1033@family.example'),
    stops: [
      { page: '/student', to: '/student' },
      { page: '/student/homework/$hwId/sections', to: follow('Homework 4') },
      { page: '/student/homework/$hwId/sections', to: ['/student', follow('Homework 1')] },
      {
        page: '/student/homework/$hwId/sections',
        to: ['/student', follow('Homework 3'), follow(/practice|first steps|challenge/)],
        open: { completing: press('Hand in') },
      },
      {
        page: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
        to: async (page) => {
          await press('Continue')(page)
          await page.getByRole('textbox', { name: 'Your answer' }).fill('1000')
          await press('Check')(page)
          await expect(page.getByText('Not yet.')).toBeVisible()
          await press('Hint')(page)
          await expect(page.getByRole('region', { name: 'Hint' }).getByRole('listitem')).toHaveCount(1)
        },
      },
      {
        page: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
        to: ['/student', follow('Homework 3'), follow(/right/)],
      },
      { page: '/student/awards/$awardId', to: ['/student', follow('Medal, Math')] },
      {
        page: '/student/tests/$testId/questions/$quesNum',
        to: ['/student', follow(/chapter/)],
        open: { completing: press('Hand in') },
      },
      {
        page: '/profile/$userId',
        to: (page) => page.getByRole('link', { name: /^Profile of/ }).click(),
        open: { 'an animal': press('Change picture') },
      },
    ],
  },
  'another student': {
    enter: (page) => letIn(page, 'm1023@family.example'),
    stops: [
      {
        page: '/student/assessments/$assessmentId/questions/$quesNum',
        to: ['/student', follow(/: assessment/)],
        open: {
          'what is to come': (page) =>
            expect(page.getByRole('dialog', { name: 'Start this assessment?' })).toBeVisible(),
        },
      },
      {
        page: '/student/tests/$testId/questions/$quesNum',
        to: async (page) => {
          await page.goto('/student')
          await follow(/chapter/)(page)
          await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
          await expect(page.getByRole('timer')).toBeVisible()
          await page.getByRole('main').getByRole('button', { name: 'Hand in' }).click()
          await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
          await page.getByRole('button', { name: 'Look at my answers' }).click()
        },
      },
    ],
  },
  parent: {
    enter: async (page) => {
      await giveTest(page.context().browser() as Browser, 'M1099', {
        names: ['number', 'words'],
        kind: 'assessment',
      })
      await letIn(page, 'parent')
    },
    stops: [
      { page: '/parent', to: '/parent' },
      { page: '/parent/students/$studentId/record', to: [follow('Sam'), follow('View all records')] },
      { page: '/parent/invoices', to: '/parent/invoices' },
      { page: '/parent/makeups', to: ['/parent', follow('Book make-ups')] },
      {
        page: '/parent/students/$studentId/makeups/$creditId',
        to: (page) =>
          page
            .getByRole('link', { name: /^Book a make-up for Sam/ })
            .first()
            .click(),
        open: {
          'a booking': (page) =>
            page
              .getByRole('button', { name: /^Choose/ })
              .first()
              .click(),
        },
      },
      { page: '/parent', to: '/parent' },
      {
        page: '/parent/students/$studentId',
        to: follow('Sam'),
        open: { 'a calendar': press('Add to your calendar'), 'an absence': press(/^Report absence/) },
      },
      {
        page: '/parent/students/$studentId/homework/$hwId/sections',
        to: async (page) => {
          await showAll(page)
          await follow('Homework 1')(page)
        },
      },
      {
        page: '/parent/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
        to: (page) =>
          page
            .getByRole('link', { name: /not right/ })
            .first()
            .click(),
      },
      {
        page: '/parent/students/$studentId/awards/$awardId',
        to: ['/parent', follow('Sam'), follow('Medal, Math')],
      },
      {
        page: '/parent/students/$studentId',
        to: ['/parent', follow('Sam')],
        open: { 'a picture': press('Change picture') },
      },
      {
        page: '/parent/students/$studentId/assessments/$assessmentId/questions/$quesNum',
        to: async (page) => {
          await page.goto('/parent')
          await follow('Sofia')(page)
          await follow(/Level of M1099/)(page)
          await page
            .getByRole('dialog', { name: 'Start this assessment?' })
            .getByRole('button', { name: 'Start' })
            .click()
        },
        open: { completing: press('Hand in') },
      },
    ],
  },
  // A parent whose child's test and assessment have been returned.
  'another parent': {
    enter: async (page) => {
      await letIn(page, 'operator')
      await signIn(page, (await familyOf(page, 'M1029')).email)
    },
    stops: [
      { page: '/parent/students/$studentId', to: follow('Edith') },
      {
        page: '/parent/students/$studentId/tests/$testId/questions/$quesNum',
        to: follow(/Math 5, chapter 1/),
      },
      {
        page: '/parent/students/$studentId/assessments/$assessmentId/report',
        to: ['/parent', follow('Edith'), follow(/Math 5: assessment/)],
      },
      {
        page: '/parent/students/$studentId/assessments/$assessmentId/questions/$quesNum',
        to: follow('Questions'),
      },
    ],
  },
  ...providerTours,
  ...linkTours,
  ...deviceTours,
}
