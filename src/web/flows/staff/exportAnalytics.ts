/** Exports the analytics of a period by day, as a CSV file or as an Excel workbook. */
import type { StaffAnalytics } from '../../../shared/contract/staffAnalytics';
import { CSV_TYPE } from '../../../shared/csv';
import type { Answered } from '../../api/callError';
import { staffAnalyticsApi } from '../../api/endpoints/staffAnalytics';
import { ChunkLost, loadChunk } from '../../platform/chunks';
import { STAFF_ANALYTICS_TEXTS } from '../../texts/staff/analytics';
import type { Flow } from '../flow';
import { analyticsAsCsv } from './analyticsTable';

export type AnalyticsFileType = 'csv' | 'xlsx';

/** Saves the figures of each day of a period. Returns the number of days. */
export function exportAnalytics(
  period: { from: string; to: string },
  type: AnalyticsFileType,
): Flow<Answered<number>> {
  return async (dispatch, _getState, { files }) => {
    const { data, error } = await dispatch(
      staffAnalyticsApi.endpoints.readAnalytics.initiate(
        { ...period, step: 'day' },
        { forceRefetch: true, subscribe: false },
      ),
    );
    if (error) return { error };
    if (data === undefined) return { error: { status: 'ABORTED', message: 'no analytics were read' } };
    const content = type === 'csv' ? buildCsv(data) : await buildWorkbook(data);
    if (content === null) return { error: { status: 'NETWORK', message: 'the writer could not be loaded' } };
    files.save(STAFF_ANALYTICS_TEXTS.file(period.from, period.to, type), content);
    return { data: data.steps.length };
  };
}

const buildCsv = (numbers: StaffAnalytics): Blob => new Blob([analyticsAsCsv(numbers)], { type: CSV_TYPE });

/** Returns the workbook, or null if the chunk that writes it could not be loaded. */
async function buildWorkbook(numbers: StaffAnalytics): Promise<Blob | null> {
  try {
    const write = await loadChunk(async () => (await import('./analyticsWorkbook')).analyticsAsWorkbook);
    return await write(numbers);
  } catch (error) {
    if (error instanceof ChunkLost) return null;
    throw error;
  }
}
