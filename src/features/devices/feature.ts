import { endpoints, type Feature } from '#server/feature.ts'
import { devices } from './api.ts'
import { devicesRoutes } from './routes.ts'

/**
 * The center's tablets: their activation, PINs and settings.
 */
export const devicesFeature: Feature = {
  name: 'devices',
  endpoints: () => [endpoints(devices, devicesRoutes)],
}
