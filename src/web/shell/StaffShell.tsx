import '@mantine/core/styles.layer.css'
import { AppShell, MantineProvider } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { theme, variables } from '#ui/theme.ts'

/** What stands around every page of staff (spec §2). */
export function StaffShell() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="light">
      <AppShell header={{ height: 56 }} padding="md">
        <AppShell.Main>
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </MantineProvider>
  )
}
