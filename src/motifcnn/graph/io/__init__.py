"""Graphs from files and tables, and back: TSV and Parquet folders, tables with named columns."""
