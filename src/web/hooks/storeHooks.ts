/** The store's hooks with its types. */
import { useDispatch, useSelector } from 'react-redux';
import type { FlowDispatch, FlowState } from '../flows/flow';

export const useAppDispatch = useDispatch.withTypes<FlowDispatch>();
export const useAppSelector = useSelector.withTypes<FlowState>();
