"""Reading, following, holding back, folding repeats, summing up.

A reader yields events, a feeder makes batches of diagnoses of them, the other
stages pass batches on. Nothing here prints; sessions are given by the caller.
"""
