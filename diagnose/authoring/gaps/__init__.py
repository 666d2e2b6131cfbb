"""What fails in logs and has no page: found, clustered, told, drafted.

``records -> finding.Gap -> clustering.Clusters -> telling / drafting``
"""
